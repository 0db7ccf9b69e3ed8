"""From a scene to a settled look: takes out the perspective, lays out trains, says what is vouched for."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.observation import Observation, Seat
from vision.decor import Decor
from vision.layout import Layout
from vision.layouter import Layouter
from vision.observe import observe
from vision.plausible import is_plain, lying_flat, to_measure_by
from vision.reaching import reach_deg
from vision.scene import Scene
from vision.seats import Seating
from vision.sketch import NOTHING_DRAWN, Sketch
from vision.table import TableTransform
from vision.table_shape import estimate_from_tiles
from vision.tags import HubSeen

_MORE_TILES = 1.3
"""The perspective is estimated anew when so many times more faces are read well."""


@dataclass(frozen=True, slots=True, eq=False)
class WatcherSettings:
    """What is known of the table beforehand.

    set_size: the highest value of the set. seating: who sits where, when that is known.
    is_stills: the frames are photos of settled tables, and nothing ever moves in them.
    sketch: where a person says that hub and hands are.
    """

    set_size: int
    seating: Seating | None = None
    is_stills: bool = False
    sketch: Sketch = NOTHING_DRAWN


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A settled look at the table.

    at_s: of its frame. settled_s: since when the newest change has been at rest.
    headings: slot -> direction from the hub in degrees clockwise from x; 90 is the picture's bottom.
    bumped: the camera was knocked since the last one. is_end: nothing follows.
    reach_deg: direction from the hub from which the hand came that made the newest change; None if unknown.
    reaches: the same for each tile that came while somebody watched, by its track id.
    """

    at_s: float
    settled_s: float
    observation: Observation
    headings: Mapping[int, float]
    scene: Scene
    layout: Layout
    bumped: bool = False
    is_end: bool = False
    reach_deg: float | None = None
    reaches: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A scene, and how it came about.

    settled_s: since when the newest change has been at rest. entries_px: for each change where on the
    picture's border the hand came in that made it, None where nobody saw one. came_px: the same for each
    tile that came while somebody watched, by its track id. bumped: as in `Seen`.
    """

    scene: Scene
    settled_s: float
    entries_px: tuple[NDArray[np.float32] | None, ...] = ()
    bumped: bool = False
    came_px: Mapping[int, NDArray[np.float32]] = field(default_factory=dict)


class Surveyor:
    """Surveys scene after scene; remembers the perspective, the hub and the slots between them."""

    def __init__(self, settings: WatcherSettings) -> None:
        self._settings = settings
        self._layouter = Layouter()
        self._decor = Decor()
        self._tags: HubSeen | None = None
        self._transform: tuple[TableTransform, int] | None = None

    def use_tags(self, tags: HubSeen | None) -> None:
        """Go by the tags of a printed hub, where it shows any."""
        self._tags = tags

    def knocked(self) -> None:
        """The camera stands elsewhere."""
        self._transform = None

    def forget_hub(self) -> None:
        """The hub is somewhere else than it was thought to be."""
        self._layouter.forget_hub()

    def survey(self, sight: Sight) -> Seen:
        """What the table shows."""
        transform = self._perspective(sight.scene)
        scene = self._decor.without(lying_flat(sight.scene, transform))
        layout = self._layouter.lay_out(scene, transform, entries_px=sight.entries_px)
        if self._decor.note(scene, layout, transform, sight.came_px):
            scene = self._decor.without(scene)
            layout = self._layouter.lay_out(scene, transform, entries_px=sight.entries_px)
        if layout.engine is None and not layout.chains:
            self._layouter.forget()
        newest_deg = reach_deg(sight.entries_px, transform, layout.hub_mm)
        return Seen(
            at_s=scene.at_s,
            settled_s=sight.settled_s,
            observation=observe(layout, scene, self._settings.set_size, self._reached(newest_deg)),
            headings={chain.slot: chain.heading_deg for chain in layout.chains},
            scene=scene,
            layout=layout,
            bumped=sight.bumped,
            reach_deg=newest_deg,
            reaches={
                each: reach
                for each, entry in sight.came_px.items()
                if (reach := reach_deg((entry,), transform, layout.hub_mm)) is not None
            },
        )

    def _perspective(self, scene: Scene) -> TableTransform:
        """The table's perspective from its tiles, estimated anew when there are many more of them."""
        if self._tags is not None and self._tags.is_exact:
            return self._tags.transform
        shown = [tile for tile in scene.tiles if not tile.is_hidden]
        faces = sum(tile.is_face_up and is_plain(tile) for tile in shown)
        if self._transform is None or faces > _MORE_TILES * self._transform[1] + 1:
            chosen = zip(shown, to_measure_by(shown), strict=True)
            quads = [tile.corners_px for tile, is_good in chosen if is_good]
            stacked = np.stack(quads) if quads else np.zeros((0, 4, 2), np.float32)
            self._transform = (estimate_from_tiles(stacked, scene.frame_px), faces)
        return self._transform[0]

    def _reached(self, newest_deg: float | None) -> tuple[tuple[Seat, float], ...]:
        """Weights of the seats from whose side the hand came in; () if unknown."""
        seating = self._settings.seating
        if seating is None or newest_deg is None:
            return ()
        return tuple(zip(seating.names, seating.weights(newest_deg), strict=True))


def at_the_end(seen: Seen) -> Seen:
    """The last look once more, marked as the end."""
    return replace(seen, bumped=False, is_end=True)
