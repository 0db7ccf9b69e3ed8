"""The vision process: opens what it is told to, watches it, and says what it sees."""

import signal
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from multiprocessing.connection import Connection

from server.dashboard.camera.messages import (
    Asked,
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
    Redraw,
    Shifted,
    Still,
    StillAsked,
    Tick,
)
from server.dashboard.camera.playing import Timer, in_real_time
from server.dashboard.camera.showing import checked, close_up, shown, tried
from server.dashboard.camera.still_taking import still
from vision.frames import Frame
from vision.looks import Look, Looker
from vision.sketch import NOTHING_DRAWN, Quad, SketchOnFrame
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
        self._frame: Frame | None = None
        self._orders: deque[Order | None] = deque()
        self._sketch = NOTHING_DRAWN
        self._tried: Look | None = None
        self._eyes = 0
        self._due: dict[str, float] = {}

    def run(self) -> None:
        """Carry orders out until told to stop."""
        order = self._asked()
        while order is not None:
            self._forget()
            self._sketch = order.sketch
            order = self._carry_out(order)

    def _carry_out(self, order: Order) -> Order | None:
        """Watch what is ordered, opened again whenever it is lost; gives the next order, None to stop."""
        pause_s, base_s = FIRST_PAUSE_S, order.from_s
        began_s = self._timer.now()
        while True:
            try:
                with frames(order.source, replace(LIVE, from_s=order.from_s)) as source:
                    pause_s = FIRST_PAUSE_S
                    self._open(order, source)
                    if source.facts.is_live:
                        base_s = order.from_s + self._timer.now() - began_s
                    at_s = self._watch(order, source, base_s)
                    if self._has_order():
                        return self._ordered()
                    reason = source.shortfall
                    if not source.facts.is_live and not order.is_trial:
                        self._end(order, at_s, reason)
                        return self._asked()
            except SourceError as error:
                reason = str(error)
            if reason is not None:
                self._say(Lost(order.number, reason))
                if self._has_order_within(pause_s):
                    return self._ordered()
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _open(self, order: Order, source: Source) -> None:
        facts = source.facts
        known = None if self._seen is None else self._seen.scene.frame_px
        if self._watcher is None or known != facts.size_px:
            settings = WatcherSettings(order.set_size, None, facts.is_stills, self._sketch)
            self._watcher = Watcher(self._looker, settings)
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
            if self._has_order():
                break
        return at_s

    def _paced(self, order: Order, source: Source) -> Iterable[Frame]:
        if source.facts.is_live:
            return source
        return in_real_time(source, order.from_s, self._timer, self._beat)

    def _take(self, order: Order, frame: Frame) -> None:
        self._frame = frame
        if order.is_trial:
            self._try(order, frame)
        else:
            self._look(order, frame)
        if self._is_due("tick", BEAT_S):
            self._say(Tick(order.number, frame.at_s))
        if self._is_due("picture", PICTURE_S):
            self._say(Pictured(order.number, self._picture(order, frame)))

    def _picture(self, order: Order, frame: Frame) -> bytes:
        zones = self._zones(frame)
        if order.is_trial:
            return tried(frame, self._tried, zones)
        return shown(frame, self._known(), zones)

    def _zones(self, frame: Frame) -> tuple[Quad, ...]:
        """Where hands lie, in pixels."""
        if self._watcher is not None and self._watcher.zones_px:
            return self._watcher.zones_px
        return SketchOnFrame(self._sketch, (frame.luma.shape[1], frame.luma.shape[0])).zones_px

    def _look(self, order: Order, frame: Frame) -> None:
        if self._watcher is None:
            return
        seen = self._watcher.see(frame)
        if seen is not None:
            self._seen = seen
            self._say(Looked(order.number, self._eyes, seen, close_up(frame, seen, self._zones(frame))))
            self._tell_shift(order)

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
        self._watcher = self._seen = self._tried = self._frame = None
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
            if self._has_order(min(left_s, BEAT_S)):
                return True
            self._say(Beat())
        return self._has_order()

    def _asked(self) -> Order | None:
        """The next order; the heart beats until it comes."""
        while not self._has_order(BEAT_S):
            self._say(Beat())
        return self._ordered()

    def _has_order(self, wait_s: float = 0.0) -> bool:
        """Whether an order has come, or comes in that time; what else is asked is done at once."""
        while self._pipe.poll(0.0 if self._orders else wait_s):
            asked: Asked = self._pipe.recv()
            if isinstance(asked, StillAsked):
                self._say(self._still(asked.number))
            elif isinstance(asked, Redraw):
                self._redraw(asked)
            else:
                self._orders.append(asked)
        return bool(self._orders)

    def _still(self, number: int) -> Still:
        zones = () if self._watcher is None else self._watcher.sketch.zones
        return still(number, self._frame, self._known(), zones)

    def _redraw(self, asked: Redraw) -> None:
        """Go by another sketch; one for an order that still waits waits with it."""
        waiting = self._orders[-1] if self._orders else None
        if waiting is not None and waiting.number == asked.order:
            self._orders[-1] = replace(waiting, sketch=asked.sketch)
            return
        self._sketch = asked.sketch
        if self._watcher is not None:
            self._watcher.use_sketch(asked.sketch)

    def _tell_shift(self, order: Order) -> None:
        """Say where what was drawn is, once the camera was knocked and the table was found again."""
        if self._watcher is None or self._watcher.is_knocked or self._watcher.sketch == self._sketch:
            return
        before, self._sketch = self._sketch, self._watcher.sketch
        self._say(Shifted(order.number, before, self._sketch))

    def _ordered(self) -> Order | None:
        """The newest order."""
        newest = self._orders[-1]
        self._orders.clear()
        return newest

    def _say(self, message: Message) -> None:
        self._pipe.send(message)
