// Set-up: choose a camera, see its picture, and read whether it will do.
import { html, useEffect, useState } from "../lib/html.js";
import { get, put, remove } from "../lib/api.js";
import { say } from "../lib/words.js";
import { CameraPicture } from "./camera_picture.js";
import { CameraState } from "./camera_state.js";
import { PictureCheck } from "./picture_check.js";

const ASK_MS = 1000;
const NONE = "none";

export function CameraPicker({ status, onStatus, fail }) {
  const [choices, setChoices] = useState(null);
  const [chosen, setChosen] = useState(null);
  const [url, setUrl] = useState("");
  useEffect(() => {
    get("/camera/choices").then(setChoices, fail);
    const ask = () => get("/camera").then(onStatus, () => {});
    ask();
    const timer = setInterval(ask, ASK_MS);
    return () => clearInterval(timer);
  }, []);
  const open = status && status.camera.state !== "none";
  const value = chosen ?? (open ? "given" : NONE);

  function choose(event) {
    const next = event.target.value;
    setChosen(next);
    if (next === NONE) remove("/camera").catch(fail);
    else if (next !== "address") put("/camera", choiceOf(next)).then(onStatus, fail);
  }

  return html`
    <fieldset class="card stack">
      <legend>${say("camera.title")}</legend>
      <label>
        ${say("camera.which")}
        <select value=${value} onChange=${choose}>
          <option value=${NONE}>${say("camera.by_hand")}</option>
          ${choices?.given && html`<option value="given">${choices.given}</option>`}
          ${(choices?.webcams ?? []).map(
            ({ index, name }) =>
              html`<option key=${index} value=${`webcam ${index}`}>${say("camera.webcam", { index, name })}</option>`,
          )}
          ${(choices?.films ?? []).map(
            ({ id, name }) => html`<option key=${id} value=${`film ${id}`}>${say("camera.film", { name })}</option>`,
          )}
          <option value="address">${say("camera.address")}</option>
        </select>
      </label>
      ${value === "address" &&
      html`<div class="row">
        <input
          class="wide"
          type="url"
          value=${url}
          maxlength="500"
          aria-label=${say("camera.url")}
          placeholder="rtsp://192.168.1.20/live"
          onInput=${(event) => setUrl(event.target.value)}
        />
        <button type="button" disabled=${!url} onClick=${() => put("/camera", { kind: "address", url }).then(onStatus, fail)}>
          ${say("camera.open")}
        </button>
      </div>`}
      ${open &&
      html`<${CameraState} camera=${status.camera} />
        <div class="trial">
          <${CameraPicture} path="/camera/picture" />
          <${PictureCheck} check=${status.check} />
        </div>`}
    </fieldset>
  `;
}

function choiceOf(value) {
  const [kind, which] = value.split(" ");
  if (kind === "webcam") return { kind, index: Number(which) };
  return kind === "film" ? { kind, id: which } : { kind };
}
