"""Layouts as one line a train, for people to review and tests to compare."""

from engine.observation import Joint, Pose
from vision.layout import ChainTile, Layout
from vision.scene import Scene, TrackedTile

_JOINTS = {Joint.TAIL: "", Joint.SIDE: "/", Joint.DETACHED: "~"}
_MARKERS = {True: " marked", False: "", None: " marker unseen"}


def described(layout: Layout, scene: Scene) -> str:
    """Engine tile, then trains clockwise from the right: heading (to 10 degrees), tiles, marker; loose tiles.

    `x` after a tile: crosswise; `~` before it: detached; `/` before it: at the side; `^`: face down.
    """
    by_id = {tile.track_id: tile for tile in scene.tiles}
    lines = [f"engine {_plain(by_id[layout.engine])}" if layout.engine is not None else "engine -"]
    for chain in sorted(layout.chains, key=lambda chain: round(chain.heading_deg / 10) % 36):
        tiles = " ".join(_tile(each, by_id[each.track_id]) for each in chain.tiles) or "-"
        tail = "" if chain.is_tail_visible else " tail unseen"
        heading = round(chain.heading_deg / 10) % 36 * 10
        lines.append(f"@{heading}: {tiles}{_MARKERS[chain.marker]}{tail}")
    if layout.loose:
        lines.append("loose " + " ".join(sorted(_plain(by_id[each]) for each in layout.loose)))
    return "\n".join(lines)


def _values(tile: TrackedTile) -> tuple[int, int]:
    a, b = (int(row.argmax()) for row in tile.probs)
    return a, b


def _plain(tile: TrackedTile) -> str:
    low, high = sorted(_values(tile))
    return f"{low}-{high}"


def _tile(each: ChainTile, tile: TrackedTile) -> str:
    ends = _values(tile)
    inner, outer = ends[each.hub_end], ends[1 - each.hub_end]
    if each.pose is Pose.CROSSWISE:
        # A crosswise tile lies the same both ways.
        inner, outer = min(ends), max(ends)
    mark = "x" if each.pose is Pose.CROSSWISE else ""
    back = "" if tile.is_face_up else "^"
    return f"{_JOINTS[each.joint]}{inner}-{outer}{mark}{back}"
