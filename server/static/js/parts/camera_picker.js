// Set-up: choose a camera, see its picture, read whether it will do, and mark hub and hands in it.
import { html, useEffect, useState } from "../lib/html.js";
import { get, put, remove } from "../lib/api.js";
import { say } from "../lib/words.js";
import { CameraState } from "./camera_state.js";
import { PictureCheck } from "./picture_check.js";
import { SketchEditor } from "./sketch_editor.js";
import { WebcamThumbnails } from "./webcam_thumbnails.js";

const ASK_MS = 1000;
const NONE = "none";
const OTHER = "other";
const ADDRESS = "address";

export function CameraPicker({ status, onStatus, seats, fail }) {
  const [choices, setChoices] = useState(null);
  const [typing, setTyping] = useState(false);
  const [url, setUrl] = useState("");
  const ask = () => get("/camera").then(onStatus, () => {});
  useEffect(() => {
    get("/camera/choices").then(setChoices, fail);
    ask();
    const timer = setInterval(ask, ASK_MS);
    return () => clearInterval(timer);
  }, []);
  const open = status?.open;
  const options = optionsOf(choices);
  // What is open need not be on the list: an address, or a webcam that was pulled out.
  const isListed = open && options.some(([value]) => value === valueOf(open));
  const value = typing ? ADDRESS : !open ? NONE : isListed ? valueOf(open) : OTHER;

  function choose(event) {
    const next = event.target.value;
    setTyping(next === ADDRESS);
    if (next === NONE) remove("/camera").then(ask, fail);
    else if (next !== ADDRESS && next !== OTHER) put("/camera", choiceOf(next)).then(onStatus, fail);
  }

  function openAddress() {
    const opened = (next) => (setTyping(false), onStatus(next));
    put("/camera", { kind: "address", url }).then(opened, fail);
  }

  return html`
    <fieldset class="card stack">
      <legend>${say("camera.title")}</legend>
      ${choices?.webcams.length > 0 &&
      html`<${WebcamThumbnails}
        webcams=${choices.webcams}
        chosen=${open ? open.index ?? null : undefined}
        onChoose=${(index) => put("/camera", { kind: "webcam", index }).then(onStatus, fail)}
      />`}
      <label>
        ${say("camera.which")}
        <select value=${value} onChange=${choose}>
          <option value=${NONE}>${say("camera.by_hand")}</option>
          ${open && !isListed && html`<option value=${OTHER}>${nameOf(open)}</option>`}
          ${options.map(([each, text]) => html`<option key=${each} value=${each}>${text}</option>`)}
          <option value=${ADDRESS}>${say("camera.address")}</option>
        </select>
      </label>
      ${typing &&
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
        <button type="button" disabled=${!url} onClick=${openAddress}>
          ${say("camera.open")}
        </button>
      </div>`}
      ${open &&
      html`<${CameraState} camera=${status.camera} />
        <div class="trial">
          <${SketchEditor} key=${valueOf(open)} path="/camera/picture" seats=${seats} found=${status.check?.hub} fail=${fail} />
          <${PictureCheck} check=${status.check} />
        </div>`}
    </fieldset>
  `;
}

// The list as values and what they read as; "given" is the camera named at the start.
function optionsOf(choices) {
  if (!choices) return [];
  return [
    ...(choices.given ? [["given", choices.given]] : []),
    ...choices.webcams.map((each) => [`webcam ${each.index}`, say("camera.webcam", each)]),
    ...choices.films.map((each) => [`film ${each.id}`, say("camera.film", each)]),
  ];
}

function valueOf({ kind, index, id }) {
  return kind === "webcam" ? `webcam ${index}` : kind === "film" ? `film ${id}` : kind;
}

function nameOf({ kind, index, name }) {
  return kind === "webcam" ? say("camera.webcam", { index, name: "" }) : name;
}

function choiceOf(value) {
  const [kind, which] = value.split(" ");
  if (kind === "webcam") return { kind, index: Number(which) };
  return kind === "film" ? { kind, id: which } : { kind };
}
