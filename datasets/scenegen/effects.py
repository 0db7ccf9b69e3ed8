"""What light, lens and camera do to a picture after it has been painted."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.textures import as_field, as_image

Image = NDArray[np.uint8]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class EffectChances:
    """Shares that a recipe may change; each is a probability."""

    glare: float = 0.22
    big_shadow: float = 0.22
    dim: float = 0.15
    blur: float = 0.3
    motion: float = 0.06
    downscale: float = 0.15
    video: float = 0.08


def _field(rng: Rng, shape: tuple[int, int], cells: int, low: float, high: float) -> NDArray[np.float32]:
    """Smooth random field between low and high."""
    seed = rng.uniform(low, high, (cells, cells)).astype(np.float32)
    return as_field(cv2.resize(seed, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR))


def _polygon_mask(rng: Rng, shape: tuple[int, int]) -> NDArray[np.uint8]:
    h, w = shape
    mask = np.zeros((h, w), np.uint8)
    centre = rng.uniform(-0.2, 1.2, 2) * (w, h)
    angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 9))))
    radii = rng.uniform(0.2, 0.8, len(angles)) * max(w, h)
    points = centre + radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    cv2.fillPoly(mask, [points.round().astype(np.int32)], 255)
    return mask


def light_map(rng: Rng, shape: tuple[int, int], chances: EffectChances) -> NDArray[np.float32]:
    """(h, w) float32 factor of how much light each spot gets: gradients, a lamp's pool, somebody's shadow."""
    quarter = (max(shape[0] // 4, 2), max(shape[1] // 4, 2))
    light = _field(rng, quarter, 2, rng.uniform(0.55, 0.95), 1.1)
    if rng.random() < 0.3:
        light *= _field(rng, quarter, 4, 0.8, 1.15)
    if rng.random() < chances.big_shadow:
        mask = _polygon_mask(rng, quarter).astype(np.float32) / 255
        soft = rng.choice((0.6, 3.0, 12.0))
        light *= 1 - cv2.GaussianBlur(mask, (0, 0), soft) * rng.uniform(0.15, 0.6)
    return as_field(cv2.resize(light, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR))


def glare_map(rng: Rng, shape: tuple[int, int], chances: EffectChances) -> NDArray[np.float32] | None:
    """(h, w) float32 0..1 of mirrored lamps, or None."""
    if rng.random() >= chances.glare:
        return None
    h, w = shape[0] // 2, shape[1] // 2
    spots = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 7))):
        centre = tuple(int(v) for v in rng.uniform(0, 1, 2) * (w, h))
        axes = tuple(max(1, int(v)) for v in rng.uniform(0.008, 0.1, 2) * w)
        cv2.ellipse(spots, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.4, 1.3)), -1)
    soft = cv2.GaussianBlur(spots, (0, 0), float(rng.uniform(0.8, 9)))
    return as_field(cv2.resize(soft, (shape[1], shape[0])))


def lit(rng: Rng, image: Image, gloss: NDArray[np.uint8], chances: EffectChances) -> Image:
    """The painted picture under uneven light with glare where `gloss` (0..255) allows it."""
    light = light_map(rng, image.shape[:2], chances)
    cast = np.clip(1 + rng.normal(0, 0.07, 3) + np.array([-1, 0, 1]) * rng.normal(0, 0.07), 0.6, 1.4)
    gains = cv2.merge([light * c for c in cast.astype(np.float32)])
    shaded = as_field(cv2.multiply(image.astype(np.float32), gains))
    glare = glare_map(rng, image.shape[:2], chances)
    if glare is not None:
        shaded += (glare * gloss.astype(np.float32))[..., None]
    shaded *= np.float32(_exposure(rng, shaded, chances))
    np.clip(shaded, 0, 255, out=shaded)
    return shaded.astype(np.uint8)


def _exposure(rng: Rng, shaded: NDArray[np.float32], chances: EffectChances) -> float:
    """Factor by which a camera brightens a picture: its bright parts end near white, dim rooms stay dark."""
    bright = float(np.percentile(shaded[::8, ::8], 97))
    wanted = rng.uniform(70, 150) if rng.random() < chances.dim else rng.uniform(150, 275)
    return float(np.clip(wanted / max(bright, 1.0), 0.5, 3.0))


def _motion_blur(rng: Rng, image: Image) -> Image:
    length = int(rng.integers(3, 10))
    kernel = np.zeros((length, length), np.float32)
    middle, angle = (length - 1) / 2, rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    start, end = (np.round(middle + sign * reach).astype(int) for sign in (-1, 1))
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0, 1, cv2.LINE_AA)
    return as_image(cv2.filter2D(image, -1, kernel / kernel.sum()))


def _soften(rng: Rng, image: Image, chances: EffectChances) -> Image:
    if rng.random() < chances.motion:
        image = _motion_blur(rng, image)
    if rng.random() < chances.blur:
        image = as_image(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 2.0))))
    if rng.random() < chances.downscale:
        h, w = image.shape[:2]
        share = rng.uniform(0.45, 0.9)
        size = (max(16, int(w * share)), max(16, int(h * share)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        image = as_image(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR))
    return image


def _tone(rng: Rng, image: Image) -> Image:
    """Gamma, contrast and saturation as different cameras apply them."""
    gamma, contrast, lift = rng.uniform(0.75, 1.35), rng.uniform(0.85, 1.2), rng.uniform(-12, 12)
    ramp = np.arange(256) / 255.0
    table = np.clip((ramp**gamma - 0.5) * contrast * 255 + 127.5 + lift, 0, 255).astype(np.uint8)
    toned = cv2.LUT(image, table)
    saturation = rng.uniform(0.55, 1.25)
    grey = cv2.cvtColor(cv2.cvtColor(toned, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return as_image(cv2.addWeighted(toned, saturation, grey, 1 - saturation, 0))


def _noise(rng: Rng, image: Image) -> Image:
    """Sensor noise; one block is drawn and tiled with random flips, since the reader sees small cuts only."""
    level = float(rng.exponential(4.0))
    if level < 0.8:
        return image
    h, w = image.shape[:2]
    block = rng.normal(0, min(level, 18.0), (h // 2 + 1, w // 2 + 1, 3)).astype(np.float32)
    if rng.random() < 0.4:
        block = cv2.blur(block, (2, 2)) * 1.7
    field = np.concatenate([block, block[::-1]], axis=0)
    field = np.concatenate([field, field[:, ::-1]], axis=1)[:h, :w]
    return as_image(cv2.add(image, field, dtype=cv2.CV_8U))


def _video(rng: Rng, image: Image) -> Image:
    """Compressed hard and small with thin colour, as a video call or a messenger does, and enlarged again."""
    h, w = image.shape[:2]
    share = rng.uniform(0.5, 1.0)
    small = cv2.resize(
        image, (max(16, int(w * share)), max(16, int(h * share))), interpolation=cv2.INTER_AREA
    )
    settings = [
        cv2.IMWRITE_JPEG_QUALITY,
        int(rng.integers(14, 50)),
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    ]
    _, data = cv2.imencode(".jpg", small, settings)
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if decoded is None:
        raise RuntimeError("OpenCV cannot decode the JPEG that it has just encoded")
    return as_image(cv2.resize(decoded, (w, h), interpolation=cv2.INTER_LINEAR))


def photographed(rng: Rng, image: Image, chances: EffectChances) -> Image:
    """Lens, sensor and processing of a phone or webcam."""
    image = _soften(rng, image, chances)
    image = _tone(rng, image)
    image = _noise(rng, image)
    if rng.random() < 0.25:
        blurred = cv2.GaussianBlur(image, (0, 0), 1.2)
        sharper = float(rng.uniform(0.3, 1.2))
        image = as_image(cv2.addWeighted(image, 1.0 + sharper, blurred, -sharper, 0))
    if rng.random() < chances.video:
        image = _video(rng, image)
    return image
