// Tiles as text: "3-12" has its lower end first, a link "12-3" its end towards the hub.
export function ends(tile) {
  return tile.split("-").map(Number);
}

export function tileOf(a, b) {
  return `${Math.min(a, b)}-${Math.max(a, b)}`;
}

export function doubleSet(maxPip) {
  const tiles = [];
  for (let low = 0; low <= maxPip; low += 1) {
    for (let high = low; high <= maxPip; high += 1) tiles.push(tileOf(low, high));
  }
  return tiles;
}

// Whether anything lies on a train, so that it can be somebody else's.
export const hasBegun = ({ tiles, has_marker: hasMarker }) => tiles.length > 0 || hasMarker;

// What lies on hub and table.
export function laidTiles(round) {
  const laid = new Set(round.engine ? [round.engine] : []);
  for (const train of round.trains) {
    for (const each of train.tiles) laid.add(tileOf(each.inner, each.outer));
  }
  return laid;
}

// How a tile lies on a train that asks for an end; one that does not fit lies as it is written.
export function linkFor(tile, asks) {
  const [low, high] = ends(tile);
  return high === asks ? `${high}-${low}` : `${low}-${high}`;
}

// What tiles come to when no game's rules say otherwise.
export function handValue(tiles, doubleBlank) {
  return tiles.reduce((sum, tile) => sum + (ends(tile)[0] + ends(tile)[1] || doubleBlank), 0);
}

// A tile as somebody types it: "5 12", "5-12", "5,12"; null when it is none of the set.
export function typedTile(text, maxPip) {
  const match = /^\s*(\d{1,2})\s*[-–,./ ]\s*(\d{1,2})\s*$/.exec(text);
  if (match === null) return null;
  const [a, b] = [Number(match[1]), Number(match[2])];
  return a > maxPip || b > maxPip ? null : tileOf(a, b);
}

// A tile as it is read out: "12 5"; a screen reader would take "12-5" for a difference.
export const spoken = (tile) => tile.replace("-", " ");

// How an end is drawn: its colour, and smaller when it takes two numerals.
export const pipClass = (pips) => `pip n${pips}${pips > 9 ? " two" : ""}`;
