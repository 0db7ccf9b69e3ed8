// The tiles of a counted photo, as they are fixed, added and removed on the page. Pure figures.
import { tileOf } from "./tiles.js";

// From shares to the units of the drawing: pixels of the picture.
export function fromPhoto({ tiles, width, height }) {
  return tiles.map((each, at) => ({
    key: at,
    corners: each.corners.map(([x, y]) => [x * width, y * height]),
    ends: each.ends.map(({ pips }) => pips),
    isDoubtful: each.is_doubtful,
    rivals: each.rivals,
    confidence: each.confidence,
  }));
}

export const isWhole = ({ ends }) => ends.every((pips) => pips !== null);
export const textOf = ({ ends }) => (isWhole({ ends }) ? tileOf(...ends) : null);
// As it lies: the end nearest the top left first.
export const shownOf = ({ ends }) => ends.map((pips) => pips ?? "?").join("-");

export function centreOf(corners) {
  return [0, 1].map((axis) => corners.reduce((sum, each) => sum + each[axis], 0) / corners.length);
}

export function sizeOf(corners) {
  const between = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
  return { across: between(corners[0], corners[1]), along: between(corners[1], corners[2]) };
}

// A tile that somebody adds: nobody knows how it lies, so its box is as big as the others.
export function tileAt([x, y], tiles, { width, height }) {
  const placed = tiles.filter((each) => each.corners);
  const sizes = placed.map((each) => sizeOf(each.corners).along).sort((a, b) => a - b);
  const half = (sizes[sizes.length >> 1] ?? Math.min(width, height) / 4) * 0.36;
  const corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
  return { ...newTile(tiles), corners };
}

export function newTile(tiles) {
  const key = tiles.reduce((most, each) => Math.max(most, each.key), -1) + 1;
  return { key, corners: null, ends: [null, null], isDoubtful: false, rivals: [], confidence: null };
}

// What surrounds a tile, for a closer look: [x, y, width, height], within the picture.
export function closeUp(corners, { width, height }) {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const span = Math.min(Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * 1.3, width, height);
  const [x, y] = centreOf(corners);
  const within = (at, most) => Math.min(Math.max(at - span / 2, 0), most - span);
  return [within(x, width), within(y, height), span, span];
}
