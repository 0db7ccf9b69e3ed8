"""Keeps the truth of a film while it is painted."""

from collections.abc import Iterable
from math import degrees

from scenegen.compose import as_quad, tile_truth, visible_share
from scenegen.film_paint import Lying, SettledTable, place_of
from scenegen.film_script import FilmScript, FilmTile, Put, Take, TrueEvent
from scenegen.film_truth import KeyFrame, ThingState, difference

_LYING_IN_A_TRAIN = ("place", "move", "replace", "engine")


def _set_down_at(script: FilmScript, event: TrueEvent) -> float:
    """When the thing of an event came to lie where it lies then: the last step on its key until then."""
    times = [
        step.at_s
        for step in script.steps
        if step.at_s <= event.at_s and not isinstance(step, Take) and _key(step) == event.key
    ]
    return max(times, default=0.0)


def _key(step: object) -> int | None:
    return step.thing.key if isinstance(step, Put) else getattr(step, "key", None)


class TruthKeeper:
    """Writes down how all things lie whenever that has changed."""

    def __init__(self, script: FilmScript) -> None:
        self._joins: dict[int, list[tuple[float, str | None]]] = {}
        for event in script.events:
            if event.key is not None and event.kind in _LYING_IN_A_TRAIN:
                joined = (_set_down_at(script, event), event.train)
                self._joins.setdefault(event.key, []).append(joined)
        self._state: dict[int, ThingState] = {}
        self.keyframes: list[KeyFrame] = []

    def record(self, at_s: float, table: SettledTable) -> None:
        """Look at the settled table."""
        now = {key: self._seen(at_s, table, each) for key, each in table.lying.items()}
        frame = difference(self._state, now, at_s)
        if frame.things or frame.gone or not self.keyframes:
            self.keyframes.append(frame)
        self._state = now

    def _train(self, key: int, at_s: float) -> str | None:
        joined: Iterable[tuple[float, str | None]] = self._joins.get(key, ())
        return next((train for since, train in reversed(list(joined)) if since <= at_s), None)

    def _seen(self, at_s: float, table: SettledTable, each: Lying) -> ThingState:
        key, spot = each.thing.key, place_of(each.thing)
        mm = (round(spot.x, 2), round(spot.y, 2), round(degrees(spot.angle) % 360, 2))
        corners = as_quad(each.corners_px.round(3))
        share = (round(float(visible_share(table.canvas, each.corners_px, key)), 3),)
        if not isinstance(each.thing, FilmTile):
            return ThingState(key, each.thing.counts_as or "other", corners, share, mm)
        placed = each.thing.placed
        ends, train = placed.ends, self._train(key, at_s)
        if table.wardrobe.tiles.shows_face(placed, table.camera):
            seen = tile_truth(table.canvas, placed, each.corners_px, key).visible
            shares = (round(float(seen[0]), 3), round(float(seen[1]), 3))
            return ThingState(key, "tile", corners, shares, mm, ends, train, placed.standing)
        return ThingState(key, "back", corners, share, mm, ends, train, placed.standing)
