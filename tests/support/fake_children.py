"""Stand-ins for the vision process: pipes whose other end a test holds, and lookers for a real process."""

import os
import threading
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import numpy as np

from server.dashboard.camera.messages import Asked, Message, Order
from vision.detections import Detections
from vision.frames import Frame
from vision.looks import Boxes, Look


@dataclass
class FakeChild:
    """A vision process that says what a test lets it say."""

    pipe: Connection
    inside: Connection
    ended: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def new(cls) -> "FakeChild":
        """One with both ends of its pipe."""
        ours, theirs = Pipe()
        return cls(ours, theirs)

    def say(self, *messages: Message) -> None:
        """Say something to the server."""
        for each in messages:
            self.inside.send(each)

    def order(self, within_s: float = 10.0) -> Order | None:
        """The next order that it is given."""
        order = self.asked(within_s)
        assert order is None or isinstance(order, Order), f"expected an order, got {order}"
        return order

    def asked(self, within_s: float = 10.0) -> Asked:
        """What it is asked next."""
        assert self.inside.poll(within_s), "nothing was asked"
        asked: Asked = self.inside.recv()
        return asked

    def die(self) -> None:
        """End as a crash would."""
        self.inside.close()

    def end(self) -> None:
        """Be killed."""
        self.ended.set()
        self.inside.close()


@dataclass
class FakeChildren:
    """Children one after another; a test waits for each."""

    born: list[FakeChild] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)

    def start(self) -> FakeChild:
        """Start another one."""
        child = FakeChild.new()
        with self.news:
            self.born.append(child)
            self.news.notify_all()
        return child

    def wait_for(self, number: int, within_s: float = 10.0) -> FakeChild:
        """The child with that number, from 1, once it is there."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.born) >= number, within_s), "no child was started"
            return self.born[number - 1]


class NothingLooker:
    """Finds nothing, ever: for a real process without models."""

    def look(self, frame: Frame, boxes: Boxes | None = None, attempt: int = 0) -> Look:
        """See `Looker`."""
        del attempt
        none = Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
        return Look(frame.at_s, (), none, boxes)


def load_nothing() -> NothingLooker:
    """For a process that needs no models."""
    return NothingLooker()


def load_failing() -> NothingLooker:
    """For a process whose models are missing."""
    raise OSError("no such models")


def load_dying() -> NothingLooker:
    """For a process that dies at once."""
    os._exit(9)
