"""The watched film with what was understood drawn into it; what is not in play is blurred."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from server.film_writer import FilmWriter
from server.replay import GRAVE
from server.replay_lines import said
from server.session import Session
from server.session_log import Recorded
from server.session_looks import Seen
from server.words import SOURCE, words_in
from vision.frames import Frame
from vision.layout import Layout
from vision.scene import Scene, TrackedTile

Picture = NDArray[np.uint8]
Bgr = tuple[int, int, int]

# The palette of Okabe and Ito, which people with any kind of colour vision tell apart.
TRAINS: tuple[Bgr, ...] = (
    (0, 159, 230),
    (233, 180, 86),
    (115, 158, 0),
    (66, 228, 240),
    (178, 114, 0),
    (0, 94, 213),
    (167, 121, 204),
)
_WHITE: Bgr = (255, 255, 255)
_BLACK: Bgr = (0, 0, 0)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_SHOWN_S = 6.0
"""How long a flag stays in the picture."""
_OPEN_TO_VIEW = 1.6
"""Tile lengths around hub and trains that are shown sharp; hands lie farther out and are blurred."""
_BLUR_CELLS = 48


class FilmDrawing:
    """A sink that writes the annotated film."""

    def __init__(self, writer: FilmWriter, session: Session) -> None:
        self._writer = writer
        self._session = session
        self._seen: Seen | None = None
        self._told = 0
        self._flags: list[tuple[float, str]] = []

    def __enter__(self) -> Self:
        self._writer.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close(keep=kind is None)

    def take(self, frame: Frame, seen: Seen | None, new: Sequence[Recorded]) -> None:
        """Draw one frame and write it."""
        self._seen = seen or self._seen
        if new:
            self._note_flags(frame.at_s)
        picture = frame.bgr().copy()
        if self._seen is not None:
            hide_all_but_play(picture, self._seen.scene, self._seen.layout)
            draw_trains(picture, self._seen.scene, self._seen.layout)
        self._writer.write(_with_lines(picture, self._lines(frame.at_s)), frame.at_s)

    def _note_flags(self, at_s: float) -> None:
        told = self._session.log.told
        grave = [found for each in told[self._told :] for found in each.problems if found.severity in GRAVE]
        # OpenCV's letters are ASCII only, which English alone does with.
        words = words_in(SOURCE)
        self._flags += [(at_s, f"{found.severity.value}: {said(found, words)}") for found in grave]
        self._told = len(told)

    def _lines(self, at_s: float) -> list[str]:
        state = self._session.round
        lines = []
        if state is not None:
            doubles = ", ".join(
                f"{state.train(each.train).links[-1]} on {each.train}" for each in state.unsatisfied
            )
            owed = f"   unsatisfied: {doubles}" if doubles else ""
            lines.append(f"round {state.number}   turn: {state.turn.seat}{owed}")
        return lines + [text for since_s, text in self._flags if at_s - since_s <= _SHOWN_S][-3:]


def hide_all_but_play(
    picture: Picture, scene: Scene, layout: Layout, zones: Sequence[NDArray[np.float32]] = ()
) -> None:
    """Blur everything that is not near the hub or a train, in place: hands are nobody's business.

    zones: (4, 2) px each, where hands lie however near a train comes.
    """
    by_id = {tile.track_id: tile for tile in scene.tiles}
    shown = {each.track_id for chain in layout.chains for each in chain.tiles} | {layout.engine}
    quads = [by_id[each].corners_px for each in shown if each in by_id]
    if scene.hub_px is not None:
        quads.append(scene.hub_px)
    sharp = np.zeros(picture.shape[:2], np.uint8)
    if quads:
        around = round(_OPEN_TO_VIEW * float(np.median([_length_px(quad) for quad in quads])))
        for quad in quads:
            cv2.fillConvexPoly(sharp, np.round(quad).astype(np.int32), 255)
            cv2.polylines(
                sharp, [np.round(quad).astype(np.int32)], isClosed=True, color=255, thickness=2 * around
            )
    for zone in zones:
        cv2.fillConvexPoly(sharp, np.round(zone).astype(np.int32), 0)
    h, w = picture.shape[:2]
    small = cv2.resize(picture, (_BLUR_CELLS, max(1, _BLUR_CELLS * h // w)), interpolation=cv2.INTER_AREA)
    blurred = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    np.copyto(picture, blurred, where=(sharp == 0)[..., None])


def draw_trains(picture: Picture, scene: Scene, layout: Layout) -> None:
    """Outline the tiles of each train in its colour and write what each reads, in place."""
    by_id = {tile.track_id: tile for tile in scene.tiles}
    for chain in layout.chains:
        for each in chain.tiles:
            if each.track_id in by_id:
                _draw_tile(picture, by_id[each.track_id], TRAINS[chain.slot % len(TRAINS)])
    if layout.engine in by_id:
        _draw_tile(picture, by_id[layout.engine], _WHITE)


def _draw_tile(picture: Picture, tile: TrackedTile, colour: Bgr) -> None:
    thick = max(2, round(_length_px(tile.corners_px) / 30))
    outline = [np.round(tile.corners_px).astype(np.int32)]
    cv2.polylines(picture, outline, isClosed=True, color=colour, thickness=thick, lineType=cv2.LINE_AA)
    if tile.is_face_up:
        a, b = (int(row.argmax()) for row in tile.probs)
        x, y = tile.corners_px.mean(axis=0)
        _write(picture, f"{a}-{b}", (round(float(x)), round(float(y))), _length_px(tile.corners_px) / 130)


def _write(picture: Picture, text: str, at: tuple[int, int], scale: float) -> None:
    """White letters on black with their middle at a point."""
    weight = max(1, round(2 * scale))
    (w, h), _ = cv2.getTextSize(text, _FONT, scale, weight)
    left, bottom = at[0] - w // 2, at[1] + h // 2
    cv2.rectangle(picture, (left - 2, bottom - h - 2), (left + w + 2, bottom + 3), _BLACK, cv2.FILLED)
    cv2.putText(picture, text, (left, bottom), _FONT, scale, _WHITE, weight, cv2.LINE_AA)


def _with_lines(picture: Picture, lines: Sequence[str]) -> Picture:
    """Lines of text in the lower left corner, on black."""
    scale = picture.shape[0] / 1200
    step = round(44 * scale)
    top = picture.shape[0] - step * len(lines) - round(12 * scale)
    for number, text in enumerate(lines):
        # OpenCV's letters are ASCII only.
        plain = text.replace("\u2013", "-").encode("ascii", "replace").decode()
        (w, h), _ = cv2.getTextSize(plain, _FONT, scale, max(1, round(2 * scale)))
        _write(picture, plain, (w // 2 + round(16 * scale), top + step * number + h), scale)
    return picture


def _length_px(quad: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(quad[:2].mean(axis=0) - quad[2:].mean(axis=0)))
