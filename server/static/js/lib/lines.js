// Events as lines of notation (docs/record.md), and back into the fields of a form.
const READERS = [
  ["place", /^place (\d+-\d+) on (\S+)(?: by (\S+))?/, (m) => ({ tile: m[1], train: m[2], seat: m[3] ?? "" })],
  ["draw", /^draw (\S+)$/, (m) => ({ seat: m[1] })],
  ["pass", /^pass (\S+)$/, (m) => ({ seat: m[1] })],
  ["end", /^end (\S+)$/, (m) => ({ seat: m[1] })],
  ["marker_on", /^marker on (\S+)$/, (m) => ({ train: m[1] })],
  ["marker_off", /^marker off (\S+)$/, (m) => ({ train: m[1] })],
  ["back", /^back (\d+-\d+) from (\S+)$/, (m) => ({ tile: m[1], train: m[2] })],
];

export const KINDS = [...READERS.map(([kind]) => kind), "notation"];
export const FIELDS = {
  place: ["tile", "train", "seat"],
  draw: ["seat"],
  pass: ["seat"],
  end: ["seat"],
  marker_on: ["train"],
  marker_off: ["train"],
  back: ["tile", "train"],
  notation: ["notation"],
};

export function fieldsOf(line) {
  for (const [kind, pattern, read] of READERS) {
    const match = pattern.exec(line);
    if (match) return { kind, ...read(match) };
  }
  return { kind: "notation", notation: line };
}

export function lineOf({ kind, tile, train, seat, notation }) {
  switch (kind) {
    case "place":
      return `place ${tile} on ${train}${seat ? ` by ${seat}` : ""}`;
    case "draw":
    case "pass":
    case "end":
      return `${kind} ${seat}`;
    case "marker_on":
      return `marker on ${train}`;
    case "marker_off":
      return `marker off ${train}`;
    case "back":
      return `back ${tile} from ${train}`;
    default:
      return notation;
  }
}
