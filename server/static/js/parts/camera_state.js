// How the camera does, in a line, with advice where something is wrong.
import { html } from "../lib/html.js";
import { knows, say } from "../lib/words.js";

export function CameraState({ camera }) {
  const advice = `camera.advice.${camera.state}`;
  return html`
    <div class=${`camera-state ${camera.state}`} role="status">
      <strong>${say(`camera.state.${camera.state}`, { name: camera.name || say("camera.title") })}</strong>
      ${camera.note && html`<span class="soft">${camera.note}</span>`}
      ${knows(advice) && html`<span>${say(advice)}</span>`}
    </div>
  `;
}
