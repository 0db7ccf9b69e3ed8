"""Printed paper: magazines and newspapers with columns, headlines and pictures."""

from __future__ import annotations

import cv2
import numpy as np

from scenegen.backgrounds_cloth import folds
from scenegen.textures import Color, Image, contrast, fractal, hsv, paint, plain, random_color, speckle

WORDS = tuple(
    "the train leaves at noon and nobody on the platform looks up while rain runs down "  # noqa: SIM905
    "old windows tea cools slowly beside a folded map of towns that we never reached".split()
)


def _sentence(rng: np.random.Generator, words: int) -> str:
    return " ".join(WORDS[i] for i in rng.integers(0, len(WORDS), words)).capitalize()


def _column(
    rng: np.random.Generator,
    image: Image,
    box: tuple[int, int, int, int],
    text_px: float,
    ink: Color,
) -> None:
    left, top, right, bottom = box
    words = max(int((right - left) / (text_px * 3.2)), 1)
    # Writing each line anew is slow: a few lines are enough for print that nobody reads.
    lines = []
    for _ in range(4):
        line = np.full((int(text_px * 1.5) + 1, right - left, 3), 255, np.uint8)
        cv2.putText(
            line,
            _sentence(rng, words),
            (0, int(text_px * 1.1)),
            cv2.FONT_HERSHEY_SIMPLEX,
            text_px / 22,
            (0, 0, 0),
            1,
            cv2.LINE_AA,
        )
        lines.append(line)
    for index, y in enumerate(range(top, bottom - lines[0].shape[0], lines[0].shape[0])):
        piece = lines[(index * 3 + index // 5) % 4]
        end = right if (index + 1) % 7 else left + (right - left) * 2 // 3
        target = image[y : y + piece.shape[0], left:end]
        paper = cv2.addWeighted(target, 1.0, piece[:, : end - left], 0.0, 0.0)
        dark = cv2.bitwise_not(piece[:, : end - left])
        drop = cv2.multiply(cv2.subtract(paper, np.full_like(paper, ink)), dark, scale=1 / 255)
        target[:] = cv2.subtract(paper, drop)


def _picture(rng: np.random.Generator, image: Image, box: tuple[int, int, int, int]) -> None:
    """Put a stand-in for a photo into the box: soft shapes in a few colours."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    if min(wide, high) < 4:
        return
    colors = [random_color(rng, (0.1, 0.8), (0.05, 1.0)) for _ in range(4)]
    scenery = paint(contrast(fractal(rng, 96, rng.uniform(1, 6), octaves=4), 2), colors)
    image[top:bottom, left:right] = cv2.resize(scenery, (wide, high), interpolation=cv2.INTER_CUBIC)


def _page(rng: np.random.Generator, size_px: int, px_per_mm: float, paper: Color, pictures: float) -> Image:
    image = plain(size_px, paper)
    ink = hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.05, 0.3))
    text_px = max(rng.uniform(1.8, 4.5) * px_per_mm, 4)
    column_px = max(int(rng.uniform(40, 110) * px_per_mm), 40)
    gutter = max(int(4 * px_per_mm), 3)
    for left in range(gutter, size_px, column_px + gutter):
        top = gutter - int(rng.uniform(0, 60))
        right = min(left + column_px, size_px - 1)
        while top < size_px and right - left > 20:
            bottom = min(top + int(rng.uniform(30, 140) * px_per_mm), size_px)
            box = (left, max(top, 0), right, bottom)
            if rng.random() < pictures:
                _picture(rng, image, box)
            elif rng.random() < 0.3:
                size = text_px * rng.uniform(2.5, 9)
                tone = ink if rng.random() < 0.6 else random_color(rng)
                bottom = max(top, 0) + int(size * 1.5)
                place = (left, max(top, 0) + int(size))
                cv2.putText(
                    image,
                    _sentence(rng, 3),
                    place,
                    cv2.FONT_HERSHEY_SIMPLEX,
                    size / 22,
                    tone,
                    max(int(size / 12), 1),
                    cv2.LINE_AA,
                )
            else:
                _column(rng, image, box, text_px, ink)
            top = bottom + gutter
    return image


def magazine(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Glossy print: text columns, headlines and pictures on white or coloured paper."""
    paper = random_color(rng, (0, 0.12), (0.88, 1.0))
    if rng.random() < 0.2:
        paper = random_color(rng, (0.2, 0.7), (0.6, 0.95))
    image = _page(rng, size_px, px_per_mm, paper, rng.uniform(0.15, 0.6))
    return folds(rng, image, rng.uniform(0, 0.2))


def newspaper(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Greyish news print with narrow columns."""
    gray = rng.uniform(0.72, 0.88)
    paper = hsv(rng.uniform(0.08, 0.13), rng.uniform(0.02, 0.12), gray)
    image = _page(rng, size_px, px_per_mm, paper, rng.uniform(0.05, 0.25))
    return folds(rng, speckle(rng, image, 5), rng.uniform(0.1, 0.5))
