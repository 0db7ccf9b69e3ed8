"""What the server and the vision process say to each other."""

from dataclasses import dataclass

from vision.sketch import NOTHING_DRAWN, Corners, HandZone, Point, Sketch
from vision.survey import Seen


@dataclass(frozen=True, slots=True)
class Order:
    """What to watch.

    number: tells the answers to one order from those to another. source: a camera's index or device, a URL,
    a film or a folder of photos. set_size: the highest value of the set. from_s: where a film goes on.
    is_trial: nobody plays yet; the picture is checked, and no look is taken. sketch: what a person drew.
    """

    number: int
    source: str
    set_size: int
    from_s: float = 0.0
    is_trial: bool = False
    sketch: Sketch = NOTHING_DRAWN


@dataclass(frozen=True, slots=True)
class Redraw:
    """Another sketch for the order that is being carried out, which goes on."""

    order: int
    sketch: Sketch


@dataclass(frozen=True, slots=True)
class StillAsked:
    """A still is asked for. number: tells the answers apart."""

    number: int


Asked = Order | Redraw | StillAsked | None
"""What the server says; None: watch nothing any more."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """The camera was knocked: the sketch as it was drawn, and as it has to be now."""

    order: int
    before: Sketch
    after: Sketch


@dataclass(frozen=True, slots=True)
class Beat:
    """The vision process is alive."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Frames come. name: as people know the source, without passwords."""

    order: int
    name: str
    size_px: tuple[int, int]
    is_live: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """So far has the source's own time gone on."""

    order: int
    at_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A settled look with its picture as JPEG. eye: counts the watchers: slots are those of one of them."""

    order: int
    eye: int
    seen: Seen
    picture: bytes


@dataclass(frozen=True, slots=True)
class Pictured:
    """The latest picture as JPEG, hands hidden."""

    order: int
    picture: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """The picture as it is now, whole and sharp, as JPEG; None where there is none.

    played: the corners of the tiles that lie on hub and trains, clockwise. hub: its middle, if known.
    zones: where hands lie, as far as a person has drawn it.
    """

    number: int
    picture: bytes | None
    played: tuple[tuple[Point, ...], ...] = ()
    hub: Point | None = None
    zones: tuple[HandZone, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """How good a picture is for reading tiles.

    tiles: how many were found. tile_px: their median length, None without any; needed_px: what it should be.
    light: mean brightness, 0..1. troubles: what is wrong, by the names of `vision.readings.NoteKind`.
    hub: corners of the hub's box, None where none is seen. lying: the middles of all tiles, backs included.
    """

    tiles: int
    tile_px: float | None
    needed_px: float
    light: float
    troubles: tuple[str, ...]
    hub: Corners | None = None
    lying: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The picture was checked."""

    order: int
    check: Check


@dataclass(frozen=True, slots=True)
class Lost:
    """No frames come, in one plain line; it is tried again."""

    order: int
    reason: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The film is over. shortfall: what of it could not be watched."""

    order: int
    at_s: float
    shortfall: str | None


@dataclass(frozen=True, slots=True)
class Failed:
    """The vision process cannot work at all, in one plain line."""

    reason: str


Message = Beat | Opened | Tick | Looked | Pictured | Still | Checked | Shifted | Lost | Ended | Failed
