"""What happens in a film, before anything is painted: things on a table, and what changes when.

Seconds count from the first frame, millimetres from the middle of the table, x right and y towards the
viewer at the bottom edge. A script knows nothing of cameras' pixels, and whoever paints it nothing of rules.
"""

from dataclasses import dataclass

from scenegen.arrange import Placed
from scenegen.props import PropKind


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a thing lies: its centre in mm and its direction in radians, as in `Placed`."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class FilmTile:
    """A tile that keeps its key for as long as it is in the film."""

    key: int
    placed: Placed


@dataclass(frozen=True, slots=True)
class FilmProp:
    """A marker, hub, or thing that means nothing.

    seed: of the sprite, drawn from `default_rng(seed)`: a hub's slots are where the trains begin.
    counts_as: "marker", "hub" or None, as in `ThingTruth.kind`.
    """

    key: int
    kind: PropKind
    seed: int
    spot: Spot
    counts_as: str | None


FilmThing = FilmTile | FilmProp


@dataclass(frozen=True, slots=True)
class Put:
    """From `at_s` on the thing lies on the table."""

    at_s: float
    thing: FilmThing


@dataclass(frozen=True, slots=True)
class Take:
    """From `at_s` on the thing lies there no more."""

    at_s: float
    key: int


@dataclass(frozen=True, slots=True)
class Shift:
    """From `at_s` on the thing lies elsewhere; a tile may be turned over as well."""

    at_s: float
    key: int
    spot: Spot
    face_up: bool = True


Step = Put | Take | Shift


@dataclass(frozen=True, slots=True)
class Waypoint:
    """Where finger tips are at a time; between waypoints they glide."""

    at_s: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Carried:
    """A thing that hangs under the finger tips for a while, `angle` as it will lie."""

    from_s: float
    to_s: float
    thing: FilmThing


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm that comes in over the table's edge at `shoulder_mm`, does something, and leaves again.

    It is in view from the first waypoint's time to the last one's; at both the finger tips are off the
    table. seed: of its looks, one for each person.
    """

    seed: int
    shoulder_mm: tuple[float, float]
    path: tuple[Waypoint, ...]
    carried: tuple[Carried, ...] = ()


@dataclass(frozen=True, slots=True)
class Lean:
    """Somebody's head and shoulders over the table, in from `shoulder_mm`, covering `reach_mm` of it."""

    seed: int
    from_s: float
    to_s: float
    shoulder_mm: tuple[float, float]
    reach_mm: float


@dataclass(frozen=True, slots=True)
class Bump:
    """The camera is knocked: it ends up moved and turned, relative to how it stood before."""

    at_s: float
    lasts_s: float
    shift_mm: tuple[float, float]
    turn_deg: float


@dataclass(frozen=True, slots=True)
class LampSwitch:
    """A lamp goes on or off: brightness and colour of everything change, unevenly over the table."""

    at_s: float
    lasts_s: float
    gain: float
    seed: int


@dataclass(frozen=True, slots=True)
class Drift:
    """The camera's own exposure goes up and down slowly by `depth` (0.1: ten percent)."""

    depth: float
    period_s: float


@dataclass(frozen=True, slots=True)
class TrueEvent:
    """What a perfect witness would write down.

    at_s: from when it can be seen settled: the thing lies still and no hand is within a tile's length of it.
    kind: round_start, engine, place, marker_on, marker_off, remove, move, replace, bump, round_end, game_end.
    tile: hub-side end first, for place, move and replace (the new tile); any order for engine and remove.
    line: the event in the engine's notation, where it has one. code: the violation that it is, if it is one.
    key: of the thing concerned.
    """

    at_s: float
    kind: str
    by: str | None = None
    train: str | None = None
    tile: tuple[int, int] | None = None
    line: str | None = None
    code: str | None = None
    key: int | None = None


@dataclass(frozen=True, slots=True)
class FilmScript:
    """A whole film.

    seats: clockwise as seen in the picture (the camera looks down), the first one at the bottom edge.
    seat_mm: where each sits, at the table's edge. table_mm: width and depth.
    slots: by train name (a seat, or MX), the direction from the hub in degrees clockwise from x.
    steps, reaches, events: each in order of time. start: what lies there in the first frame.
    tile_mm: length, width and thickness of all tiles. is_round: the table.
    """

    rules: str
    set_size: int
    seats: tuple[str, ...]
    seat_mm: tuple[tuple[float, float], ...]
    table_mm: tuple[float, float]
    hub_mm: tuple[float, float]
    slots: dict[str, float]
    lasts_s: float
    start: tuple[FilmThing, ...]
    steps: tuple[Step, ...]
    reaches: tuple[Reach, ...]
    leans: tuple[Lean, ...]
    bumps: tuple[Bump, ...]
    lamps: tuple[LampSwitch, ...]
    drift: Drift | None
    events: tuple[TrueEvent, ...]
    tile_mm: tuple[float, float, float] = (50.0, 25.0, 10.0)
    is_round: bool = False
