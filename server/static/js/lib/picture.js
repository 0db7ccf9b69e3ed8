// The camera's picture: JPEGs by websocket, the newest alone.
import { keepLine } from "./line.js";

export function watchPicture(path, onPicture) {
  const onMessage = (data) => onPicture(new Blob([data], { type: "image/jpeg" }));
  return keepLine(path, { onMessage, firstWaitMs: 500, longestWaitMs: 8000 });
}
