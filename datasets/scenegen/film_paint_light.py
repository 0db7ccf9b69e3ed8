"""Light over a film, and what its camera makes of it: from painted BGR to the planes of a frame."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.effects import EffectChances, light_map
from scenegen.film_look import FilmLook, Sensor
from scenegen.film_paint_box import BLOCK, Box, Size, whole
from scenegen.film_script import Drift, LampSwitch
from scenegen.textures import as_field, as_image

Image = NDArray[np.uint8]
Planes = tuple[Image, Image, Image]
"""Luma (h, w) and the two planes of colour (h / 2, w / 2), as films store them."""

_MOST_LIGHT = 2.5
_HEADROOM = 0.7
"""Lit luma is kept at this share of its level until the tone is applied, so that highlights keep shape."""
_SHOULDER = 0.82
_LUMA = np.array([0.114, 0.587, 0.299])
_CHROMA_RANGE = 224 / 219
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
    """How much light falls where at a time; constant but for a second or two after a lamp is switched."""

    def __init__(self, look: FilmLook, lamps: tuple[LampSwitch, ...]) -> None:
        self.look = look
        self.lamps = lamps
        w, h = look.size_px
        self._shape = (max(h // 4, 2), max(w // 4, 2))
        rng = np.random.default_rng([look.seed, 2])
        self._base = light_map(rng, self._shape, EffectChances(big_shadow=0.12))
        drawn = [self._lamp(lamp) for lamp in lamps]
        self._fields = [field for field, _ in drawn]
        self._warmth = [warmth for _, warmth in drawn]

    def _lamp(self, lamp: LampSwitch) -> tuple[NDArray[np.float32], float]:
        """(h / 4, w / 4) factor once the lamp is switched, most near it; and how much redder all gets."""
        rng = np.random.default_rng(lamp.seed)
        h, w = self._shape
        x, y = np.meshgrid(np.linspace(0, 1, w), np.linspace(0, 1, h))
        at, reach = rng.uniform(-0.2, 1.2, 2), rng.uniform(0.5, 1.2)
        near = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / reach**2)
        field = np.maximum(1 + (lamp.gain - 1) * (0.5 + near), 0.2)
        return as_field(field.astype(np.float32)), float(rng.normal(0.04, 0.06) * np.sign(lamp.gain - 1))

    def state(self, at_s: float) -> LampState:
        """What is switched at a time; equal states give equal light."""
        switched = tuple(smooth((at_s - lamp.at_s) / max(lamp.lasts_s, 1e-3)) for lamp in self.lamps)
        exposure = 1.0
        for lamp in self.lamps:
            constants = max(at_s - lamp.at_s, 0.0) / _CAMERA_ADAPTS_S
            share = 1.0 if constants > _SETTLED else 1 - float(np.exp(-constants))
            exposure *= max(lamp.gain, 0.2) ** (-_ADAPTED * share)
        # Cameras change their exposure in steps, and each step costs a whole picture.
        return LampState(switched, round(exposure, 2))

    def map_of(self, state: LampState, exposure: float) -> Image:
        """(h, w) uint8: 255 stands for `_MOST_LIGHT`. exposure: factor of the camera."""
        light = self._base * np.float32(state.exposure * exposure)
        for share, field in zip(state.switched, self._fields, strict=True):
            light = light * (1 + np.float32(share) * (field - 1))
        small = np.clip(light * np.float32(255 / _MOST_LIGHT), 0, 255)
        wide = cv2.resize(small, self.look.size_px, interpolation=cv2.INTER_LINEAR)
        return as_image(wide.astype(np.uint8))

    def cast(self, state: LampState) -> tuple[float, float]:
        """By how much of its luma a grey is shifted in blue and in red difference."""
        warm = sum(share * each for share, each in zip(state.switched, self._warmth, strict=True))
        tint = np.array(self.look.sensor.tint) * (1 - warm, 1.0, 1 + warm)
        luma = float(tint @ _LUMA)
        blue, red = 0.564 * (tint[0] - luma) / luma, 0.713 * (tint[2] - luma) / luma
        return (float(blue) * _CHROMA_RANGE, float(red) * _CHROMA_RANGE)


def _tone_table(sensor: Sensor) -> Image:
    """From luma at `_HEADROOM` of its level to what the camera hands out; bright parts fade into white."""
    level = (np.arange(256) - 16 * _HEADROOM) / 219 / _HEADROOM
    toned = (np.maximum(level, 0) ** sensor.gamma - 0.5) * sensor.contrast + 0.5
    over = np.maximum(toned - _SHOULDER, 0) / (1 - _SHOULDER)
    toned = np.minimum(toned, _SHOULDER) + (1 - _SHOULDER) * (1 - np.exp(-over))
    return np.clip(np.round(16 + 219 * toned), 0, 255).astype(np.uint8)


class Developer:
    """Turns a painted picture, or a part of it, into what the camera hands out."""

    def __init__(self, look: FilmLook, lighting: Lighting, picture: Image) -> None:
        self.look = look
        self.lighting = lighting
        self._tone = _tone_table(look.sensor)
        state = lighting.state(-1.0)
        luma = cv2.cvtColor(picture[::4, ::4], cv2.COLOR_BGR2GRAY)
        plain = np.ascontiguousarray(lighting.map_of(state, 1.0)[::4, ::4])
        dim = cv2.multiply(luma, plain, scale=_MOST_LIGHT / 255 * 0.5)
        bright = 2 * float(np.percentile(dim, 97))
        self._exposure = float(np.clip(look.sensor.exposure / max(bright, 1.0), 0.4, 2.0))
        self.relight(state)

    def relight(self, state: LampState) -> None:
        """Go on in another light."""
        self.state = state
        self._map = self.lighting.map_of(state, self._exposure)
        self._half_map = np.ascontiguousarray(self._map[::2, ::2] >> 1).view(np.int8)
        self._cast = self.lighting.cast(state)

    def develop(self, picture: Image, box: Box, planes: Planes, offset: tuple[int, int] = (0, 0)) -> None:
        """Write the developed pixels of `box` into the planes of a frame.

        offset: where in the film's picture `picture` (h, w, 3) begins; it reaches a block further than `box`.
        """
        outer = box.grown(BLOCK, self.look.size_px)
        here = outer.within(Box(*offset, 0, 0))
        w, h = outer.size
        pixels = as_image(cv2.cvtColor(here.of(picture), cv2.COLOR_BGR2YUV_I420))
        colour = pixels[h:].reshape(2, h // 2, w // 2)
        luma = self._luma(pixels[:h], outer)
        half_outer, half = outer.halved(), box.halved()
        inner = half.within(half_outer)
        grey = as_image(cv2.resize(luma, (w // 2, h // 2), interpolation=cv2.INTER_AREA))
        box.of(planes[0])[:] = box.within(outer).of(luma)
        for plane in (0, 1):
            level = self._chroma(colour[plane], grey, half_outer, self._cast[plane])
            half.of(planes[plane + 1])[:] = inner.of(level)
        if (quality := self.look.sensor.jpeg_quality) is not None:
            _through_jpeg(planes, box, quality)

    def _luma(self, luma: Image, box: Box) -> Image:
        sensor = self.look.sensor
        lit = cv2.multiply(luma, box.of(self._map), scale=_MOST_LIGHT / 255 * _HEADROOM)
        lit = cv2.LUT(lit, self._tone)
        if sensor.blur_px > 0.2:
            lit = cv2.GaussianBlur(lit, (0, 0), sensor.blur_px)
        if sensor.sharpen > 0.05:
            soft = cv2.GaussianBlur(lit, (5, 5), 1.1)
            lit = cv2.addWeighted(lit, 1 + sensor.sharpen, soft, -sensor.sharpen, 0)
        return as_image(lit)

    def _chroma(self, colour: Image, grey: Image, box: Box, cast: float) -> Image:
        """Colour grows with light as luma does, and is shifted by the lamp's own."""
        scale = _MOST_LIGHT / 127.5 * self.look.sensor.saturation
        middle = (np.ascontiguousarray(colour) ^ 128).view(np.int8)
        lit = cv2.multiply(middle, box.of(self._half_map), scale=scale)
        level = as_image(np.asarray(lit, np.int8).view(np.uint8) ^ np.uint8(128))
        if abs(cast) < 0.004:
            return level
        return as_image(cv2.addWeighted(level, 1.0, grey, cast, -16 * cast))

    def shade(self, luma: Image, box: Box) -> Image:
        """What hangs over the table in the light of a part of it; luma as `flat` made it."""
        level = self._mean_light()
        return as_image(cv2.multiply(luma, box.of(self._map), scale=1 / max(level, 1.0)))

    def _mean_light(self) -> float:
        return float(self._map[::16, ::16].mean())

    def flat(self, picture: Image) -> tuple[Image, Image, Image]:
        """Luma and colour (h, w) of a picture (h, w, 3) in the mean light of the table."""
        level = self._mean_light() * _MOST_LIGHT / 255
        pixels = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
        luma = cv2.convertScaleAbs(pixels[..., 0], alpha=219 / 255, beta=16)
        lit = cv2.LUT(cv2.convertScaleAbs(luma, alpha=level * _HEADROOM), self._tone)
        colours = []
        for channel, cast in ((2, self._cast[0]), (1, self._cast[1])):
            share = min(level, 1.2) * self.look.sensor.saturation * _CHROMA_RANGE * 219 / 255
            shifted = (pixels[..., channel].astype(np.float32) - 128) * share
            colours.append(np.clip(shifted + 128 + cast * (lit.astype(np.float32) - 16), 0, 255))
        return as_image(lit), as_image(colours[0].astype(np.uint8)), as_image(colours[1].astype(np.uint8))


def _through_jpeg(planes: Planes, box: Box, quality: int) -> None:
    """What a camera that hands out JPEG pictures does to a part: each plane's blocks are quantised."""
    half = box.halved()
    for plane, part in ((0, box), (1, half), (2, half)):
        settings = [cv2.IMWRITE_JPEG_QUALITY, quality if plane == 0 else max(quality - 15, 20)]
        _, data = cv2.imencode(".jpg", np.ascontiguousarray(part.of(planes[plane])), settings)
        decoded = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
        if decoded is None:
            raise RuntimeError("OpenCV cannot decode the JPEG that it has just encoded")
        part.of(planes[plane])[:] = decoded


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
