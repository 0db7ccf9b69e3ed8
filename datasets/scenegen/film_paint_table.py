"""The bare table that a film plays on, with the floor beyond its edge."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.camera import Camera
from scenegen.film_look import FilmLook
from scenegen.scene import BACKGROUND_MM
from scenegen.textures import as_field, as_image

Image = NDArray[np.uint8]

_FLOOR_MM = -730.0
_SHIFT = 4
_ARC_STEPS = 24


def plane_to_px(camera: Camera, z_mm: float) -> NDArray[np.float64]:
    """(3, 3) homography of the plane at a height, without lens distortion."""
    (x, y), focal = camera.centre_px, camera.focal_px
    k = np.array([[focal, 0, x], [0, focal, y], [0, 0, 1]])
    offset = camera.axes @ (np.array([0.0, 0.0, z_mm]) - camera.position_mm)
    homography: NDArray[np.float64] = k @ np.stack([camera.axes[:, 0], camera.axes[:, 1], offset], axis=1)
    return homography


def _texture(look: FilmLook, pyramid: tuple[Image, ...], camera: Camera, z_mm: float) -> Image:
    """A plane covered with a texture, mirrored where it ends."""
    top = look.top
    texels_per_mm = pyramid[0].shape[0] / (BACKGROUND_MM * top.zoom)
    px_per_mm = camera.focal_px / float(np.linalg.norm(camera.position_mm - (0.0, 0.0, z_mm)))
    level = int(np.clip(np.round(np.log2(max(texels_per_mm / px_per_mm, 1.0))), 0, len(pyramid) - 1))
    texture = pyramid[level]
    side = texture.shape[0]
    k = side / (BACKGROUND_MM * top.zoom)
    c, s = np.cos(top.angle), np.sin(top.angle)
    shift = np.array([[1, 0, -top.offset[0] * side], [0, 1, -top.offset[1] * side], [0, 0, 1]])
    to_plane = np.array([[c / k, -s / k, 0], [s / k, c / k, 0], [0, 0, 1]]) @ shift
    to_px = plane_to_px(camera, z_mm) @ to_plane
    return as_image(
        cv2.warpPerspective(
            texture, to_px, look.size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
    )


def _outline(look: FilmLook, camera: Camera, z_mm: float) -> NDArray[np.float32]:
    """The table's outline (n, 2) px, on its surface or below it."""
    w, d = look.table_mm
    radius = min(look.top.corner_mm, w / 2, d / 2)
    parts = []
    for quarter, sign in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = (quarter + np.linspace(0, 1, _ARC_STEPS)) * np.pi / 2
        middle = np.array(sign) * (w / 2 - radius, d / 2 - radius)
        parts.append(middle + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1))
    flat = np.concatenate(parts)
    return camera.project(np.column_stack([flat, np.full(len(flat), z_mm)]))


def _fill(image: Image, polygon: NDArray[np.float32], colour: tuple[float, ...], shrink: int = 1) -> None:
    fixed = np.round(polygon / shrink * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(image, [fixed], colour, cv2.LINE_AA, _SHIFT)


def _floor(look: FilmLook, camera: Camera) -> Image:
    """The floor, dark under the table and around it."""
    w, h = look.size_px
    floor = _texture(look, look.top.floor, camera, _FLOOR_MM)
    eighth = np.zeros((h // 8 + 1, w // 8 + 1), np.uint8)
    _fill(eighth, _outline(look, camera, 0.0), (255,), 8)
    near = as_field(cv2.GaussianBlur(eighth, (0, 0), max(w / 8 / 16, 1.0)))
    keep = look.top.shade * (1 - 0.55 * near / 255)
    keep8 = as_image(cv2.resize((keep * 255).astype(np.uint8), (w, h)))
    return as_image(cv2.multiply(floor, cv2.merge([keep8] * 3), scale=1 / 255))


def bare_table(look: FilmLook, camera: Camera) -> Image:
    """Floor, the table's edge and its top, (h, w, 3) BGR, before any light falls on it."""
    w, h = look.size_px
    picture = _floor(look, camera)
    top = _texture(look, look.top.texture, camera, 0.0)
    outline = _outline(look, camera, 0.0)
    hull = np.concatenate([outline, _outline(look, camera, -look.top.edge_mm)])
    colour = top[::16, ::16].reshape(-1, 3).mean(axis=0) * 0.45
    edge = cv2.convexHull(hull).reshape(-1, 2)
    _fill(picture, as_field(edge), tuple(colour.tolist()))
    mask = np.zeros((h, w), np.uint8)
    _fill(mask, outline, (255,))
    rim = (mask > 0) & (mask < 255)
    share = mask[rim].astype(np.float32)[:, None] / 255
    mixed = (top[rim] * share + picture[rim] * (1 - share)).astype(np.uint8)
    picture = as_image(cv2.copyTo(top, mask, picture))
    picture[rim] = mixed
    return picture
