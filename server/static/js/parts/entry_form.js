// Mends the log: what an entry really was, or what was missed before it.
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { FIELDS, KINDS, fieldsOf, lineOf } from "../lib/lines.js";
import { linkFor, typedTile } from "../lib/tiles.js";
import { eventSentence, say } from "../lib/words.js";

export function EntryForm({ view, entry, mode, onSave, onCancel }) {
  const first = view.seats[0].seat;
  const begin = mode === "insert" || !entry ? { kind: "place" } : fieldsOf(entry.line);
  const [fields, setFields] = useState({ tile: "", train: first, seat: first, notation: entry?.line ?? "", ...begin });
  const [trouble, setTrouble] = useState(null);
  const box = useRef(null);
  useEffect(() => {
    box.current.scrollIntoView({ block: "nearest" });
    box.current.querySelector(fields.kind === "place" ? "input" : "select").focus();
  }, []);

  const set = (name) => (event) => setFields({ ...fields, [name]: event.target.value });

  function save(event) {
    event.preventDefault();
    const tile = typedTile(fields.tile, view.max_pip);
    if (FIELDS[fields.kind].includes("tile") && tile === null) {
      setTrouble(say("form.no_tile", { max: view.max_pip }));
      return;
    }
    onSave(lineOf({ ...fields, tile: tile && orient(view, fields, entry, tile) }));
  }

  return html`
    <form class="card stack mending" ref=${box} onSubmit=${save} onKeyDown=${(e) => e.key === "Escape" && onCancel()}>
      <h2>${say(`form.${mode}`)}</h2>
      ${entry && html`<p class="soft">${eventSentence(entry)}</p>`}
      <label>
        ${say("form.kind")}
        <select value=${fields.kind} onChange=${set("kind")}>
          ${KINDS.map((kind) => html`<option key=${kind} value=${kind}>${say(`form.kind.${kind}`)}</option>`)}
        </select>
      </label>
      ${FIELDS[fields.kind].map((name) => html`<${Field} key=${name} name=${name} view=${view} value=${fields[name]} onChange=${set(name)} />`)}
      ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
      <div class="row">
        <button type="submit" class="strong">${say("button.save")}</button>
        <button type="button" class="quiet" onClick=${onCancel}>${say("button.cancel")}</button>
      </div>
    </form>
  `;
}

// A tile lies with the end inward that the train asked for before it came.
function orient(view, { kind, train }, entry, tile) {
  if (kind !== "place") return tile;
  const lying = view.round?.trains.find((each) => each.name === train);
  if (!lying) return tile;
  const at = lying.tiles.findIndex((each) => entry && each.seq === entry.seq);
  const asked = at > 0 ? lying.tiles[at - 1].outer : at === 0 ? Number(view.round.engine?.split("-")[0]) : lying.asks;
  return linkFor(tile, asked);
}

function Field({ name, view, value, onChange }) {
  if (name === "tile" || name === "notation") {
    return html`<label>
      ${say(`form.${name}`)}
      <input value=${value} required maxlength="200" placeholder=${say(`form.${name}_hint`)} onInput=${onChange} />
    </label>`;
  }
  const trains = view.round?.trains.map((each) => [each.name, say(each.title)]) ?? [];
  const seats = view.seats.map((each) => [each.seat, each.name]);
  return html`<label>
    ${say(`form.${name}`)}
    <select value=${value} onChange=${onChange}>
      ${(name === "train" ? trains : seats).map(([id, text]) => html`<option key=${id} value=${id}>${text}</option>`)}
    </select>
  </label>`;
}
