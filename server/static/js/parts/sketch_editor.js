// The camera's picture with hub and hand zones over it, for the host to drag into place.
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { get, put } from "../lib/api.js";
import { rectangle } from "../lib/quads.js";
import { say } from "../lib/words.js";
import { CameraPicture } from "./camera_picture.js";
import { SketchShape } from "./sketch_shape.js";

const SAVE_MS = 300;
const EMPTY = { hub: null, zones: [] };
const MIDDLE = rectangle(0.41, 0.36, 0.59, 0.64);

// seats: { seat, name } clockwise as people sit in the picture. found: the hub as the models see it, or null.
export function SketchEditor({ path, seats, found, fail }) {
  const [sketch, setSketch] = useState(null);
  const [size, setSize] = useState([1280, 720]);
  const unsaved = useRef(null);
  const ids = seats.map((each) => each.seat);

  useEffect(() => {
    get("/camera/sketch").then(setSketch, fail);
    return send;
  }, []);
  useEffect(() => {
    if (sketch?.zones.length) seat(sketch);
  }, [ids.join(" "), sketch === null]);

  // Zones lie as people sit: who changes places takes over what lies there, and a new place is proposed.
  function seat(known) {
    if (known.zones.map((each) => each.seat).join(" ") === ids.join(" ")) return;
    if (known.zones.length !== ids.length) propose(known);
    else save({ ...known, zones: known.zones.map((each, at) => ({ ...each, seat: ids[at] })) });
  }

  function propose(known) {
    const asked = ids.map((each) => `seat=${each}`).join("&");
    get(`/camera/proposal?${asked}`).then(({ zones }) => save({ ...known, zones }), fail);
  }

  function save(next) {
    setSketch(next);
    // A key that is held down makes many changes.
    if (!unsaved.current) setTimeout(send, SAVE_MS);
    unsaved.current = next;
  }

  function send() {
    const next = unsaved.current;
    unsaved.current = null;
    if (next) put("/camera/sketch", next).catch(fail);
  }

  // The picture comes many times a second, and its size hardly ever changes.
  const sized = (next) => setSize((known) => (known.join() === next.join() ? known : next));
  const { hub, zones } = sketch ?? EMPTY;
  const withHub = (corners) => ({ ...sketch, hub: corners });
  const withZone = (at) => (corners) => ({ ...sketch, zones: zones.map((each, i) => (i === at ? { ...each, corners } : each)) });
  const shown = hub ?? found;
  const drawn = sketch && html`
    <svg class="sketch" viewBox=${`0 0 ${size[0]} ${size[1]}`} role="group" aria-label=${say("sketch.title")}>
      ${zones.map((each, at) => shape("zone", nameOf(each.seat), each.corners, withZone(at), each.seat))}
      ${shown && shape(hub ? "hub" : "hub found", say(hub ? "sketch.hub" : "sketch.hub_found"), shown, withHub, "hub")}
    </svg>
  `;

  function shape(kind, name, corners, change, key) {
    return html`<${SketchShape}
      key=${key}
      kind=${kind}
      text=${name}
      label=${kind === "zone" ? say("sketch.hand", { name }) : name}
      corners=${corners}
      size=${size}
      onChange=${(next) => setSketch(change(next))}
      onDone=${(next) => save(change(next))}
    />`;
  }

  function nameOf(id) {
    const known = seats.find((each) => each.seat === id);
    return known ? known.name : id;
  }

  return html`
    <div class="stack">
      <${CameraPicture} path=${path} onSize=${sized}>${drawn}<//>
      <div class="row">
        ${hub
          ? html`<button type="button" class="quiet" onClick=${() => save(withHub(null))}>${say("sketch.free_hub")}</button>`
          : html`<button type="button" class="quiet" disabled=${!sketch} onClick=${() => save(withHub(shown ?? MIDDLE))}>${say("sketch.mark_hub")}</button>`}
        ${zones.length > 0
          ? html`<button type="button" class="quiet" onClick=${() => save({ ...sketch, zones: [] })}>${say("sketch.free_hands")}</button>`
          : html`<button type="button" class="quiet" disabled=${!sketch} onClick=${() => propose(sketch)}>${say("sketch.mark_hands")}</button>`}
      </div>
      <p class="soft">${say(zones.length || hub ? "sketch.drag" : "sketch.help")}</p>
    </div>
  `;
}
