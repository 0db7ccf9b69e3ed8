"""The vision process: opens what it is told to, watches it, and says what it sees."""

import signal
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection

from server.dashboard.camera.messages import (
    Beat,
    Checked,
    Ended,
    Failed,
    Looked,
    Lost,
    Message,
    Opened,
    Order,
    Pictured,
    Tick,
)
from server.dashboard.camera.playing import Timer, in_real_time
from server.dashboard.camera.showing import checked, close_up, shown, tried
from vision.frames import Frame
from vision.looks import Look, Looker
from vision.sources import Source, SourceError, SourceOptions, frames
from vision.survey import Seen, WatcherSettings
from vision.watcher import Watcher

LoadLooker = Callable[[], Looker]

LIVE = SourceOptions(open_timeout_s=5.0, read_timeout_s=5.0, patience_s=4.0)
"""A camera that is gone for longer is reported as lost, and opened anew."""
BEAT_S = 0.2
PICTURE_S = 0.125
CHECK_S = 3.0
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 8.0


def run(pipe: Connection, load_looker: LoadLooker) -> None:
    """The whole life of the process: it ends when the server hangs up."""
    # Ctrl+C in a terminal reaches all its processes: the server says when this one is to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        looker = load_looker()
    except (OSError, ValueError, RuntimeError) as error:
        pipe.send(Failed(f"the models cannot be loaded: {' '.join(str(error).split())}"))
        return
    try:
        Eye(pipe, looker).run()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        # The server is gone, and whoever watches for nobody may go too.
        return


class Eye:
    """Watches one source after another, as the orders come."""

    def __init__(self, pipe: Connection, looker: Looker, timer: Timer | None = None) -> None:
        self._pipe = pipe
        self._looker = looker
        self._timer = timer or Timer()
        self._watcher: Watcher | None = None
        self._seen: Seen | None = None
        self._tried: Look | None = None
        self._eyes = 0
        self._due: dict[str, float] = {}

    def run(self) -> None:
        """Carry orders out until told to stop."""
        order = self._asked(None)
        while order is not None:
            self._forget()
            order = self._carry_out(order)

    def _carry_out(self, order: Order) -> Order | None:
        """Watch what is ordered, opened again whenever it is lost; gives the next order, None to stop."""
        pause_s, base_s = FIRST_PAUSE_S, order.from_s
        began_s = self._timer.now()
        while True:
            try:
                with frames(order.source, LIVE) as source:
                    pause_s = FIRST_PAUSE_S
                    self._open(order, source)
                    if source.facts.is_live:
                        base_s = order.from_s + self._timer.now() - began_s
                    at_s = self._watch(order, source, base_s)
                    if self._pipe.poll():
                        return self._asked(0.0)
                    reason = source.shortfall
                    if not source.facts.is_live and not order.is_trial:
                        self._end(order, at_s, reason)
                        return self._asked(None)
            except SourceError as error:
                reason = str(error)
            if reason is not None:
                self._say(Lost(order.number, reason))
                if self._has_order_within(pause_s):
                    return self._asked(0.0)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _open(self, order: Order, source: Source) -> None:
        facts = source.facts
        known = None if self._seen is None else self._seen.scene.frame_px
        if self._watcher is None or known != facts.size_px:
            self._watcher = Watcher(self._looker, WatcherSettings(order.set_size, None, facts.is_stills))
            self._seen = None
            self._eyes += 1
        self._say(Opened(order.number, facts.name, facts.size_px, facts.is_live))

    def _watch(self, order: Order, source: Source, base_s: float) -> float:
        """Watch until the source ends or an order comes; gives the time of the last frame."""
        at_s = base_s
        for frame in self._paced(order, source):
            if source.facts.is_live:
                frame.at_s += base_s
            at_s = frame.at_s
            self._take(order, frame)
            if self._pipe.poll():
                break
        return at_s

    def _paced(self, order: Order, source: Source) -> Iterable[Frame]:
        if source.facts.is_live:
            return source
        return in_real_time(source, order.from_s, self._timer, self._beat)

    def _take(self, order: Order, frame: Frame) -> None:
        if order.is_trial:
            self._try(order, frame)
        else:
            self._look(order, frame)
        if self._is_due("tick", BEAT_S):
            self._say(Tick(order.number, frame.at_s))
        if self._is_due("picture", PICTURE_S):
            picture = tried(frame, self._tried) if order.is_trial else shown(frame, self._known())
            self._say(Pictured(order.number, picture))

    def _look(self, order: Order, frame: Frame) -> None:
        if self._watcher is None:
            return
        seen = self._watcher.see(frame)
        if seen is not None:
            self._seen = seen
            self._say(Looked(order.number, self._eyes, seen, close_up(frame, seen)))

    def _known(self) -> Seen | None:
        """The last look, unless the picture has moved since: hands may lie where trains were."""
        is_knocked = self._watcher is not None and self._watcher.is_knocked
        return None if is_knocked else self._seen

    def _try(self, order: Order, frame: Frame) -> None:
        if self._is_due("check", CHECK_S):
            self._tried = self._looker.look(frame)
            self._say(Checked(order.number, checked(frame, self._tried)))

    def _end(self, order: Order, at_s: float, shortfall: str | None) -> None:
        self._say(Ended(order.number, at_s, shortfall))

    def _forget(self) -> None:
        self._watcher = self._seen = self._tried = None
        self._due.clear()

    def _is_due(self, what: str, every_s: float) -> bool:
        now_s = self._timer.now()
        if now_s < self._due.get(what, 0.0):
            return False
        self._due[what] = now_s + every_s
        return True

    def _beat(self) -> None:
        if self._is_due("beat", BEAT_S):
            self._say(Beat())

    def _has_order_within(self, wait_s: float) -> bool:
        """Whether an order comes in that time; the heart beats meanwhile."""
        until_s = self._timer.now() + wait_s
        while (left_s := until_s - self._timer.now()) > 0:
            if self._pipe.poll(min(left_s, BEAT_S)):
                return True
            self._say(Beat())
        return self._pipe.poll()

    def _asked(self, wait_s: float | None) -> Order | None:
        """The newest order; waits for one when there is none and `wait_s` is None."""
        while wait_s is None and not self._pipe.poll(BEAT_S):
            self._say(Beat())
        order: Order | None = self._pipe.recv()
        while self._pipe.poll():
            order = self._pipe.recv()
        return order

    def _say(self, message: Message) -> None:
        self._pipe.send(message)
