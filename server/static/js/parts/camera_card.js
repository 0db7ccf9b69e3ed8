// Beside the board: what the camera sees, and how it does.
import { html, useEffect, useState } from "../lib/html.js";
import { get, put, remove } from "../lib/api.js";
import { say } from "../lib/words.js";
import { CameraPicture } from "./camera_picture.js";
import { CameraState } from "./camera_state.js";

export function CameraCard({ view, role, large, onLarge, fail }) {
  const { camera, id } = view;
  if (camera.state === "none") return role === "host" ? html`<${CameraOffer} view=${view} fail=${fail} />` : null;
  return html`
    <section class=${`card camera ${large ? "large" : ""}`} aria-label=${say("camera.title")}>
      <${CameraPicture} path=${`/games/${id}/camera/picture`} />
      <div class="between">
        <${CameraState} camera=${camera} />
        <span class="row">
          <button type="button" class="quiet" aria-pressed=${large} onClick=${() => onLarge(!large)}>
            ${say(large ? "camera.smaller" : "camera.larger")}
          </button>
          ${role === "host" &&
          html`<button type="button" class="quiet" onClick=${() => remove("/camera").catch(fail)}>${say("camera.stop")}</button>`}
        </span>
      </div>
    </section>
  `;
}

// No camera watches: one tap lets the one that is open go on with this game.
function CameraOffer({ view, fail }) {
  const [status, setStatus] = useState(null);
  useEffect(() => {
    get("/camera").then(setStatus, fail);
  }, []);
  if (!status || status.camera.state === "none") return null;
  const watch = () => put(`/games/${view.id}/camera`, { seats: view.seats.map((each) => each.seat) }).catch(fail);
  return html`
    <section class="card between" aria-label=${say("camera.title")}>
      <span class="soft">${say("camera.state.none")}</span>
      <button type="button" onClick=${watch}>${say("camera.watch", { name: status.camera.name || say("camera.title") })}</button>
    </section>
  `;
}
