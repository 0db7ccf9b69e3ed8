"""Decides all tiles of a photo together: each tile of the set exists once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.tiles import SET_SIZES, Tile, double_set
from vision.readings import CLASSES, TileReading

# Log probability of seeing one tile twice: two sets on one table, or one tile photographed twice.
TWICE = -6.0
# Log prior of each set. A smaller set has fewer alternatives to explain; double-12 is the usual one.
_SET_PRIOR = {6: 0.0, 9: -0.5, 12: 0.5, 15: -1.0, 18: -1.0}
_FLOOR = 1e-9


@dataclass(frozen=True, slots=True)
class Decision:
    """Which tile a reading is. a, b: the ends as the reading orders them.

    confidence: 0..1. margin: how much more likely (natural log) the whole photo is than with any other
    tile here. rivals: other tiles worth considering, likeliest first.
    """

    a: int
    b: int
    confidence: float
    margin: float
    rivals: tuple[Tile, ...]


def _log_table(probs: NDArray[np.float32], tiles: tuple[Tile, ...]) -> NDArray[np.float64]:
    """(n, tiles) log probability of each tile for each reading, whichever way round it lies."""
    logs = np.log(np.maximum(probs.astype(np.float64), _FLOOR))
    low, high = np.array([(t.low, t.high) for t in tiles]).T
    straight = logs[:, 0][:, low] + logs[:, 1][:, high]
    turned = logs[:, 0][:, high] + logs[:, 1][:, low]
    # A double lies the same both ways, so its two readings are one.
    return np.asarray(np.where(low == high, straight, np.logaddexp(straight, turned)))


def infer_set_size(readings: tuple[TileReading, ...]) -> int:
    """The set that explains the readings best: 6, 9, 12, 15 or 18; double-12 for an empty photo."""
    if not readings:
        return 12
    probs = np.stack([r.probs for r in readings])
    evidence = {}
    for size in SET_SIZES:
        tiles = double_set(size)
        # A reading may be wrong altogether; without this share a single misread end would decide.
        likely = np.exp(_log_table(probs, tiles)).sum(axis=1) / len(tiles) * 0.98 + 0.02 / CLASSES**2
        evidence[size] = float(np.log(likely).sum()) + _SET_PRIOR[size]
    return max(SET_SIZES, key=lambda size: evidence[size])


def _solve(table: NDArray[np.float64]) -> tuple[NDArray[np.int64], float]:
    """Best tile per reading and its total; a tile may be taken twice at the price TWICE."""
    doubled = np.concatenate([table, table + TWICE], axis=1)
    rows, columns = linear_sum_assignment(doubled, maximize=True)
    return columns[np.argsort(rows)] % table.shape[1], float(doubled[rows, columns].sum())


def _margin(table: NDArray[np.float64], row: int, chosen: int, best: float) -> float:
    """How much the total falls when reading `row` may not be tile `chosen`."""
    barred = table.copy()
    barred[row, chosen] = -1e6
    return best - _solve(barred)[1]


def assign(readings: tuple[TileReading, ...], set_size: int) -> tuple[Decision, ...]:
    """The likeliest tiles for all readings of a photo together, in the readings' order."""
    if not readings:
        return ()
    tiles = double_set(set_size)
    probs = np.stack([r.probs for r in readings])
    table = _log_table(probs, tiles)
    chosen, best = _solve(table)
    decisions = []
    for row, column in enumerate(chosen):
        decisions.append(
            _decide(probs[row], table[row], tiles, int(column), _margin(table, row, int(column), best))
        )
    return tuple(decisions)


def _decide(
    probs: NDArray[np.float32], logs: NDArray[np.float64], tiles: tuple[Tile, ...], column: int, margin: float
) -> Decision:
    tile = tiles[column]
    straight = probs[0, tile.low] * probs[1, tile.high] >= probs[0, tile.high] * probs[1, tile.low]
    a, b = (tile.low, tile.high) if straight else (tile.high, tile.low)
    alone = float(np.exp(logs[column]))
    together = float(1 / (1 + np.exp(-min(margin, 50.0))))
    order = [int(i) for i in np.argsort(-logs)[:3] if i != column and logs[i] > np.log(0.02)]
    return Decision(a, b, min(alone, together), margin, tuple(tiles[i] for i in order))
