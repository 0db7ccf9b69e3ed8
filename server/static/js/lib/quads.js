// Quads drawn over a picture: four corners as shares of its width and height, never outside it.
const LEAST = 0.03;
const limit = (value, least, most) => Math.min(Math.max(value, least), most);

export function boundsOf(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((each) => each[axis]));
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function rectangle(left, top, right, bottom) {
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

// Moved as a whole, as far as the picture goes.
export function moved(corners, dx, dy) {
  const { left, top, right, bottom } = boundsOf(corners);
  const [x, y] = [limit(dx, -left, 1 - right), limit(dy, -top, 1 - bottom)];
  return rounded(corners.map((each) => [each[0] + x, each[1] + y]));
}

// Its lower right end moved, the upper left one where it was.
export function resized(corners, dx, dy) {
  const { left, top, right, bottom } = boundsOf(corners);
  const wide = (limit(right + dx, left + LEAST, 1) - left) / (right - left);
  const high = (limit(bottom + dy, top + LEAST, 1) - top) / (bottom - top);
  return rounded(corners.map((each) => [left + (each[0] - left) * wide, top + (each[1] - top) * high]));
}

const rounded = (corners) => corners.map((each) => each.map((at) => limit(Math.round(at * 1e4) / 1e4, 0, 1)));
