// Tiles to tap: those that fit first, all others behind a button, or typed.
import { html, useState } from "../lib/html.js";
import { doubleSet, ends, spoken, typedTile } from "../lib/tiles.js";
import { say } from "../lib/words.js";
import { TileFace } from "./tile_face.js";

const MANY = 24;

export function TilePicker({ maxPip, taken, asks, busy, onPick, label }) {
  const [all, setAll] = useState(false);
  const [text, setText] = useState("");
  const left = doubleSet(maxPip).filter((tile) => !taken.has(tile));
  const fits = (tile) => asks === null || asks === undefined || ends(tile).includes(asks);
  const fitting = left.filter(fits);
  const others = left.filter((tile) => !fits(tile));
  const typed = typedTile(text, maxPip);

  function typing(event) {
    event.preventDefault();
    if (typed === null) return;
    onPick(typed);
    setText("");
  }

  return html`
    <div class="picker" role="group" aria-label=${label}>
      <div class=${fitting.length > MANY ? "tiles many" : "tiles"}>${fitting.map((tile) => html`<${Choice} key=${tile} tile=${tile} busy=${busy} onPick=${onPick} />`)}</div>
      <div class="row">
        <form class="row" onSubmit=${typing}>
          <input
            class="short typed"
            value=${text}
            inputmode="text"
            aria-label=${say("picker.type")}
            placeholder=${say("picker.hint")}
            onInput=${(event) => setText(event.target.value)}
          />
          <button type="submit" disabled=${typed === null}>${say("picker.put")}</button>
        </form>
        ${others.length > 0 &&
        html`<button type="button" class="quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>
          ${all ? say("picker.less") : say("picker.more", { count: others.length })}
        </button>`}
      </div>
      ${all && html`<div class="tiles other">${others.map((tile) => html`<${Choice} key=${tile} tile=${tile} busy=${busy} onPick=${onPick} />`)}</div>`}
    </div>
  `;
}

function Choice({ tile, busy, onPick }) {
  return html`
    <button type="button" class="choice" disabled=${busy} aria-label=${say("picker.tile", { tile: spoken(tile) })} onClick=${() => onPick(tile)}>
      <${TileFace} tile=${tile} />
    </button>
  `;
}
