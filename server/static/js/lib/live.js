// Keeps a game's view up to date: whole views with a version, the newest wins.
import { keepLine } from "./line.js";

export function watchGame(game, { onView, onState }) {
  const onMessage = (text) => onView(JSON.parse(text));
  return keepLine(`/live?game=${game}`, { onMessage, onState, firstWaitMs: 300, longestWaitMs: 5000 });
}
