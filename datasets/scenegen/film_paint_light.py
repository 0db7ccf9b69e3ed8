"""Light over a film, and what its camera makes of it: from painted BGR to the planes of a frame."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.effects import EffectChances, light_map
from scenegen.film_look import FilmLook, Sensor
from scenegen.film_paint_box import Box, Size, whole
from scenegen.film_script import Drift, LampSwitch
from scenegen.textures import as_field, as_image

Image = NDArray[np.uint8]
Planes = tuple[Image, Image, Image]
"""Luma (h, w) and the two planes of colour (h / 2, w / 2), as films store them."""

_BLUR_REACH_PX = 8
_MOST_LIGHT = 2.5
_CAMERA_ADAPTS_S = 0.6
_ADAPTED = 0.75
"""Share of a lamp's change that the camera's own exposure takes back."""
_SETTLED = 6.0
"""Time constants after which nothing changes any more."""
_NOISE_ROOM = 64
_NOISE_MIDDLE = 24.0


def smooth(share: float) -> float:
    """0..1 with a soft start and end."""
    t = min(max(share, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def empty_planes(size: Size) -> Planes:
    """Planes of a black picture."""
    w, h = size
    half = (h // 2, w // 2)
    return np.zeros((h, w), np.uint8), np.full(half, 128, np.uint8), np.full(half, 128, np.uint8)


def copy_box(source: Planes, target: Planes, box: Box) -> None:
    """Copy a part of a picture."""
    half = box.halved()
    for plane, part in ((0, box), (1, half), (2, half)):
        part.of(target[plane])[:] = part.of(source[plane])


@dataclass(frozen=True, slots=True)
class LampState:
    """How far each lamp is switched (0..1), and what the camera makes of it."""

    switched: tuple[float, ...]
    exposure: float


class Lighting:
    """How much light falls where at a time; constant but for a second after a lamp is switched."""

    def __init__(self, look: FilmLook, lamps: tuple[LampSwitch, ...]) -> None:
        self.look = look
        self.lamps = lamps
        w, h = look.size_px
        self._shape = (max(h // 4, 2), max(w // 4, 2))
        rng = np.random.default_rng([look.seed, 2])
        base = light_map(rng, self._shape, EffectChances(big_shadow=0.12))
        self._base = as_field(cv2.merge([base * np.float32(share) for share in look.sensor.tint]))
        self._fields = [self._lamp_field(lamp) for lamp in lamps]

    def _lamp_field(self, lamp: LampSwitch) -> NDArray[np.float32]:
        """(h / 4, w / 4, 3) factor once the lamp is switched: most near it, in its colour."""
        rng = np.random.default_rng(lamp.seed)
        h, w = self._shape
        x, y = np.meshgrid(np.linspace(0, 1, w), np.linspace(0, 1, h))
        at, reach = rng.uniform(-0.2, 1.2, 2), rng.uniform(0.5, 1.2)
        near = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / reach**2)
        strength = (lamp.gain - 1) * (0.5 + near)
        warm = rng.normal(0, 0.12)
        tint = np.array([1 - warm, 1.0, 1 + warm])
        return as_field(np.maximum(1 + strength[..., None] * tint, 0.2).astype(np.float32))

    def state(self, at_s: float) -> LampState:
        """What is switched at a time; equal states give equal maps."""
        switched = tuple(smooth((at_s - lamp.at_s) / max(lamp.lasts_s, 1e-3)) for lamp in self.lamps)
        exposure = 1.0
        for lamp in self.lamps:
            constants = max(at_s - lamp.at_s, 0.0) / _CAMERA_ADAPTS_S
            share = 1.0 if constants > _SETTLED else 1 - float(np.exp(-constants))
            exposure *= max(lamp.gain, 0.2) ** (-_ADAPTED * share)
        return LampState(switched, exposure)

    def map_of(self, state: LampState, exposure: float) -> Image:
        """(h, w, 3) uint8: 255 stands for `_MOST_LIGHT`. exposure: factor of the camera."""
        light = self._base * np.float32(state.exposure * exposure)
        for share, field in zip(state.switched, self._fields, strict=True):
            light = light * (1 + np.float32(share) * (field - 1))
        small = np.clip(light * np.float32(255 / _MOST_LIGHT), 0, 255)
        wide = cv2.resize(small, self.look.size_px, interpolation=cv2.INTER_LINEAR)
        return as_image(wide.astype(np.uint8))


def _tone_table(sensor: Sensor) -> Image:
    ramp = np.arange(256) / 255.0
    toned = ((ramp**sensor.gamma - 0.5) * sensor.contrast + 0.5) * 255
    return np.clip(np.round(toned), 0, 255).astype(np.uint8)


class Developer:
    """Turns a painted picture, or a part of it, into what the camera hands out."""

    def __init__(self, look: FilmLook, lighting: Lighting, picture: Image) -> None:
        self.look = look
        self.lighting = lighting
        self._tone = _tone_table(look.sensor)
        state = lighting.state(-1.0)
        dim = self._lit(picture, lighting.map_of(state, 1.0))
        bright = float(np.percentile(dim[::8, ::8].max(axis=2), 96))
        self._exposure = float(np.clip(look.sensor.exposure / max(bright, 1.0), 0.4, 2.0))
        self.relight(state)

    def relight(self, state: LampState) -> None:
        """Go on in another light."""
        self.state = state
        self._map = self.lighting.map_of(state, self._exposure)

    @staticmethod
    def _lit(part: Image, light: Image) -> Image:
        return as_image(cv2.multiply(part, light, scale=_MOST_LIGHT / 255))

    def bgr(self, picture: Image, box: Box, offset: tuple[int, int] = (0, 0)) -> Image:
        """The developed pixels of `box`. offset: where in the film's picture `picture` begins."""
        sensor = self.look.sensor
        outer = box.grown(_BLUR_REACH_PX, self.look.size_px)
        here = outer.within(Box(*offset, 0, 0))
        lit = self._lit(here.of(picture), outer.of(self._map))
        lit = as_image(cv2.LUT(lit, self._tone))
        if sensor.blur_px > 0.2:
            lit = as_image(cv2.GaussianBlur(lit, (0, 0), sensor.blur_px))
        if sensor.sharpen > 0.05:
            soft = cv2.GaussianBlur(lit, (5, 5), 1.1)
            lit = as_image(cv2.addWeighted(lit, 1 + sensor.sharpen, soft, -sensor.sharpen, 0))
        inner = np.ascontiguousarray(box.within(outer).of(lit))
        return inner if sensor.jpeg_quality is None else _through_jpeg(inner, sensor.jpeg_quality)

    def develop(self, picture: Image, box: Box, planes: Planes, offset: tuple[int, int] = (0, 0)) -> None:
        """Write the developed pixels of `box` into the planes of a frame."""
        w, h = box.size
        pixels = cv2.cvtColor(self.bgr(picture, box, offset), cv2.COLOR_BGR2YUV_I420)
        half = box.halved()
        colour = pixels[h:].reshape(2, h // 2, w // 2)
        box.of(planes[0])[:] = pixels[:h]
        for plane in (0, 1):
            level = colour[plane]
            if (share := self.look.sensor.saturation) != 1:
                level = cv2.convertScaleAbs(level, alpha=share, beta=128 * (1 - share))
            half.of(planes[plane + 1])[:] = level


def _through_jpeg(picture: Image, quality: int) -> Image:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if decoded is None:
        raise RuntimeError("OpenCV cannot decode the JPEG that it has just encoded")
    return as_image(decoded)


def drift_gain(drift: Drift | None, at_s: float) -> float:
    """Factor by which the camera's own exposure has drifted, in steps too small to be seen."""
    if drift is None:
        return 1.0
    wave = np.sin(2 * np.pi * at_s / drift.period_s) + 0.35 * np.sin(5.1 * np.pi * at_s / drift.period_s)
    return round(1 + drift.depth * float(wave) / 1.35, 3)


class SensorNoise:
    """Grain that differs from frame to frame: windows of one large field."""

    def __init__(self, look: FilmLook) -> None:
        self.size = look.size_px
        self._seed = look.seed
        self._field: Image | None = None
        if look.sensor.noise > 0.15:
            rng = np.random.default_rng([look.seed, 3])
            w, h = self.size
            grain = rng.standard_normal((h + _NOISE_ROOM, w + _NOISE_ROOM), dtype=np.float32)
            soft = cv2.GaussianBlur(grain, (3, 3), 0.6)
            level = soft * np.float32(look.sensor.noise / max(float(soft.std()), 1e-6))
            self._field = np.clip(np.round(level + _NOISE_MIDDLE), 0, 255).astype(np.uint8)

    @property
    def is_silent(self) -> bool:
        """Whether frames without change are equal."""
        return self._field is None

    def finish(self, planes: Planes, out: Planes, gain: float, index: int) -> None:
        """Write the frame of that number into `out`: planes under a gain, with grain."""
        dark = 16 * (1 - gain)
        if self._field is None:
            if gain == 1:
                copy_box(planes, out, whole(self.size))
                return
            cv2.convertScaleAbs(planes[0], dst=out[0], alpha=gain, beta=dark)
        else:
            rng = np.random.default_rng([self._seed, 4, index])
            x, y = (int(v) for v in rng.integers(0, _NOISE_ROOM, 2))
            w, h = self.size
            window = self._field[y : y + h, x : x + w]
            cv2.addWeighted(planes[0], gain, window, 1.0, dark - _NOISE_MIDDLE, dst=out[0])
        for plane in (1, 2):
            if gain == 1:
                out[plane][:] = planes[plane]
            else:
                cv2.convertScaleAbs(planes[plane], dst=out[plane], alpha=gain, beta=128 * (1 - gain))
