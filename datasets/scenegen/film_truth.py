"""What is known about a film: events, and every thing's place in the picture at any time."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from scenegen.film_script import TrueEvent
from scenegen.truth import Quad, rounded

FORMAT = 1
"""Of the file; a reader refuses any other."""


class FilmTruthError(ValueError):
    """A truth file that is missing or cannot be used, in one line."""


@dataclass(frozen=True, slots=True)
class ThingState:
    """A thing as it lies settled, arms apart.

    kind: tile, back, marker, hub or other. ends: of tiles and backs; corners 0 and 1 of a tile bound its
    first end. corners_px: clockwise in the picture. visible: share that no other thing covers and the picture
    does not cut off; of each end for a tile, else of the whole. mm: x, y and degrees on the table.
    """

    key: int
    kind: str
    corners_px: Quad
    visible: tuple[float, ...]
    mm: tuple[float, float, float]
    ends: tuple[int, int] | None = None
    train: str | None = None
    standing: bool = False


@dataclass(frozen=True, slots=True)
class KeyFrame:
    """What has changed at a time: things that came, went, or look another way than before."""

    at_s: float
    things: tuple[ThingState, ...]
    gone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FilmHeader:
    """Everything that holds for the whole film.

    duration_s: time of the last frame. arms, leans, bumps, lamps: spans of seconds in which one is in view
    or the picture changes as a whole. seat_mm, hub_mm, slots, table_mm: as in `FilmScript`.
    """

    film: str
    width: int
    height: int
    fps: float
    frames: int
    duration_s: float
    rules: str
    set_size: int
    seats: tuple[str, ...]
    seat_mm: tuple[tuple[float, float], ...]
    table_mm: tuple[float, float]
    hub_mm: tuple[float, float]
    slots: dict[str, float]
    tilt_deg: float
    tile_mm: tuple[float, float]
    seed: int
    fingerprint: str
    arms: tuple[tuple[float, float], ...] = ()
    leans: tuple[tuple[float, float], ...] = ()
    bumps: tuple[tuple[float, float], ...] = ()
    lamps: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class FilmTruth:
    """A film's truth. events, keyframes: in order of time."""

    header: FilmHeader
    events: tuple[TrueEvent, ...]
    keyframes: tuple[KeyFrame, ...]

    def state_at(self, at_s: float) -> dict[int, ThingState]:
        """Every thing on the table at a time, by key."""
        state: dict[int, ThingState] = {}
        for frame in self.keyframes:
            if frame.at_s > at_s:
                break
            for key in frame.gone:
                state.pop(key, None)
            state.update((thing.key, thing) for thing in frame.things)
        return state


def difference(before: Mapping[int, ThingState], now: Mapping[int, ThingState], at_s: float) -> KeyFrame:
    """The key frame that leads from one state to the next."""
    changed = tuple(thing for key, thing in now.items() if before.get(key) != thing)
    return KeyFrame(at_s, changed, tuple(key for key in before if key not in now))


def _row(values: dict[str, Any]) -> dict[str, Any]:
    """Without what says nothing; time is called t."""
    kept = {"t" if key == "at_s" else key: value for key, value in values.items()}
    return {key: value for key, value in kept.items() if value is not None and value is not False}


def film_truth_to_json(truth: FilmTruth) -> str:
    """A line for the header, then one per event and per key frame: readable, and small when packed."""
    head = json.dumps(rounded({"format": FORMAT, **asdict(truth.header)}))
    events = [json.dumps(rounded(_row(asdict(event)))) for event in truth.events]
    frames = [
        {"t": frame.at_s, "things": [_row(asdict(thing)) for thing in frame.things], "gone": list(frame.gone)}
        for frame in truth.keyframes
    ]
    rows = [json.dumps(rounded(frame), separators=(",", ":")) for frame in frames]
    return (
        f'{head[:-1]},\n"events": [\n'
        + ",\n".join(events)
        + '\n],\n"keyframes": [\n'
        + ",\n".join(rows)
        + "\n]}\n"
    )


def _pairs(rows: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((row[0], row[1]) for row in rows)


def _header(raw: dict[str, Any]) -> FilmHeader:
    values = {f.name: raw[f.name] for f in fields(FilmHeader)}
    for name in ("seat_mm", "arms", "leans", "bumps", "lamps"):
        values[name] = _pairs(values[name])
    for name in ("seats", "table_mm", "hub_mm", "tile_mm"):
        values[name] = tuple(values[name])
    return FilmHeader(**values)


def _event(raw: dict[str, Any]) -> TrueEvent:
    values = {"at_s" if key == "t" else key: value for key, value in raw.items()}
    if "tile" in values:
        values["tile"] = tuple(values["tile"])
    return TrueEvent(**values)


def _thing(raw: dict[str, Any]) -> ThingState:
    values = dict(raw)
    values["corners_px"] = _pairs(raw["corners_px"])
    for name in ("visible", "mm", "ends"):
        if name in values:
            values[name] = tuple(values[name])
    return ThingState(**values)


def film_truth_from_json(text: str) -> FilmTruth:
    """The truth that `film_truth_to_json` wrote."""
    raw = json.loads(text)
    if raw.get("format") != FORMAT:
        raise FilmTruthError(f"the truth needs format {FORMAT}, got {raw.get('format')!r}")
    frames = tuple(
        KeyFrame(row["t"], tuple(map(_thing, row["things"])), tuple(row["gone"])) for row in raw["keyframes"]
    )
    return FilmTruth(_header(raw), tuple(map(_event, raw["events"])), frames)


def truth_path(film: Path) -> Path:
    """Where the truth of a film lies."""
    return film.with_suffix(".truth.json")


def read_film_truth(path: Path) -> FilmTruth:
    """Read NAME.truth.json."""
    try:
        return film_truth_from_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise FilmTruthError(f"no truth at {path}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise FilmTruthError(f"{path} cannot be read: {error}") from error
    except FilmTruthError as error:
        raise FilmTruthError(f"{path}: {error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise FilmTruthError(f"{path} is damaged: {error!r}") from error
