"""Chooses, among overlapping boxes, those that together explain the most: no two tiles lie in one place."""

from itertools import combinations

import cv2
import networkx as nx
import numpy as np
from numpy.typing import NDArray

SAME_PLACE = 0.3
"""Two quads that share more than this of the smaller one cannot both be tiles that lie flat."""
_EXACT_UP_TO = 16


def _shared(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    area, _ = cv2.intersectConvexConvex(first, second)
    return float(area)


def _rivals(quads: NDArray[np.float32], areas: NDArray[np.float64]) -> "nx.Graph[int]":
    """A node per quad, an edge between two that lie in one place."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(quads)))
    middles = quads.mean(axis=1)
    reach = np.linalg.norm(quads - middles[:, None], axis=2).max(axis=1)
    for i, j in combinations(range(len(quads)), 2):
        if np.linalg.norm(middles[i] - middles[j]) >= reach[i] + reach[j]:
            continue
        if _shared(quads[i], quads[j]) > SAME_PLACE * min(areas[i], areas[j]):
            graph.add_edge(i, j)
    return graph


def _best_together(graph: "nx.Graph[int]", weights: NDArray[np.int64]) -> list[int]:
    """The nodes without an edge between them whose weights add up to the most."""
    if graph.number_of_nodes() > _EXACT_UP_TO:
        kept: list[int] = []
        for node in sorted(graph, key=lambda n: (-weights[n], n)):
            if not any(graph.has_edge(node, other) for other in kept):
                kept.append(node)
        return kept
    friends = nx.complement(graph)
    nx.set_node_attributes(friends, {n: int(weights[n]) for n in friends}, "weight")
    chosen, _ = nx.max_weight_clique(friends, weight="weight")
    return list(chosen)


def distinct(quads: NDArray[np.float32], scores: NDArray[np.float32]) -> NDArray[np.int64]:
    """Indices, ascending, of the quads (n, 4, 2) left when no two lie in one place.

    Each quad counts with its score times its area: two tiles side by side beat the box that
    straddles them, and a tile beats a box around one of its ends.
    """
    areas = np.array([max(float(cv2.contourArea(quad)), 1.0) for quad in quads], dtype=np.float64)
    if len(quads) == 0:
        return np.zeros(0, np.int64)
    weights = np.maximum(np.round(1000 * scores * areas / areas.max()), 1).astype(np.int64)
    # Of two choices worth the same, one is taken by where its quads lie, not by which came first.
    middles = quads.mean(axis=1)
    order = np.lexsort((middles[:, 1], middles[:, 0], -weights))
    quads, areas, weights = quads[order], areas[order], weights[order]
    rivals = _rivals(quads, areas)
    chosen = [
        node
        for group in nx.connected_components(rivals)
        for node in (group if len(group) == 1 else _best_together(rivals.subgraph(group), weights))
    ]
    return np.sort(order[np.array(chosen, dtype=np.int64)])
