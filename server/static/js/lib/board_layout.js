// Where everything lies on the drawn board, in tile widths from the middle of the hub. Pure figures.
const TILE = 2;
const DOUBLE = 1;
const GAP = 0.1;
const SHOWN = 4; // so many tiles at a tail stay big enough to be read from two metres
const STUB = 1.7;
const LEAST_HUB = 2.2;
const LANE = 2.5; // a crosswise double is two wide
const BADGE = 0.78;
const NAME_SIZE = 0.95;
const NAME_WIDTH = 0.56;
const MARGIN = 0.5;
const LEAST_REACH = 8; // so that a board with few tiles is not drawn in giant letters

export function layoutBoard(trains, names, whole) {
  const step = (2 * Math.PI) / trains.length;
  const hub = Math.max(LEAST_HUB, (trains.length * LANE) / (2 * Math.PI));
  const laid = trains.map((train, at) => layoutTrain(train, names[at], -Math.PI / 2 + at * step, hub, whole));
  return { hub, trains: laid, box: boxOf(laid) };
}

function layoutTrain(train, name, angle, hub, whole) {
  const hidden = whole ? 0 : Math.max(0, train.tiles.length - SHOWN);
  let along = hub + GAP * 2;
  const stub = hidden > 0 ? { at: along + STUB / 2, count: hidden } : null;
  if (stub) along += STUB + GAP;
  const tiles = train.tiles.slice(hidden).map((tile) => {
    const length = tile.is_double ? DOUBLE : TILE;
    const placed = { ...tile, at: along + length / 2 };
    along += length + GAP;
    return placed;
  });
  const badge = along + BADGE + GAP * 2;
  const marker = badge + BADGE * 2 + GAP;
  const label = (train.has_marker ? marker : badge) + BADGE + GAP * 3;
  return { train, name, angle, stub, tiles, badge, marker, label: labelAt(angle, label, name) };
}

// Names stay upright; beside the hub's left and right they grow away from the board.
function labelAt(angle, along, name) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const anchor = cos > 0.35 ? "start" : cos < -0.35 ? "end" : "middle";
  const width = name.length * NAME_SIZE * NAME_WIDTH;
  const y = sin * along + (Math.abs(cos) <= 0.35 ? Math.sign(sin) * NAME_SIZE * 0.5 : 0);
  return { x: cos * along, y, anchor, width, size: NAME_SIZE };
}

function boxOf(laid) {
  let [left, right, top, bottom] = [-LEAST_REACH, LEAST_REACH, -LEAST_REACH, LEAST_REACH];
  const reach = (x, y, half) => {
    left = Math.min(left, x - half);
    right = Math.max(right, x + half);
    top = Math.min(top, y - half);
    bottom = Math.max(bottom, y + half);
  };
  for (const { angle, tiles, badge, label } of laid) {
    for (const along of [badge, ...tiles.map((each) => each.at)]) {
      reach(Math.cos(angle) * along, Math.sin(angle) * along, 1.1);
    }
    const x = label.anchor === "start" ? label.x + label.width : label.anchor === "end" ? label.x - label.width : label.x;
    reach(x, label.y, label.size);
    reach(label.anchor === "middle" ? label.x + label.width / 2 : label.x, label.y + label.size, 0);
  }
  return [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
}
