// One tile of a photo, seen closely: what are its two ends?
import { html, useEffect, useRef } from "../lib/html.js";
import { closeUp, isWhole, shownOf } from "../lib/photo_tiles.js";
import { ends as endsOf } from "../lib/tiles.js";
import { say } from "../lib/words.js";

export function PhotoTileForm({ photo, tile, maxPip, onEnds, onRemove, onDone }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.scrollIntoView({ block: "nearest" });
    (box.current.querySelector("[aria-checked=true]") ?? box.current.querySelector("[role=radio]")).focus({ preventScroll: true });
  }, [tile.key]);

  const setEnd = (at) => (pips) => onEnds(tile.ends.map((each, place) => (place === at ? pips : each)));
  const rivals = tile.rivals.filter((each) => endsOf(each).every((pips) => pips <= maxPip));
  return html`
    <section class="card stack tile-form" ref=${box} aria-label=${say("photo.form")} onKeyDown=${(e) => e.key === "Escape" && onDone()}>
      <div class="row">
        ${tile.corners && html`<${CloseUp} photo=${photo} tile=${tile} />`}
        <div class="stack wide">
          <p class="which">${isWhole(tile) ? say("photo.is", { tile: shownOf(tile) }) : say("photo.which")}</p>
          ${rivals.length > 0 &&
          html`<div class="row">
            <span class="soft">${say("photo.or")}</span>
            ${rivals.map(
              (each) => html`<button key=${each} type="button" aria-label=${say("picker.tile", { tile: each.replace("-", " ") })} onClick=${() => onEnds(endsOf(each))}>
                ${each}
              </button>`,
            )}
          </div>`}
        </div>
      </div>
      ${tile.ends.map(
        (pips, at) => html`<${EndPicker} key=${at} label=${say(`photo.end${at + 1}`)} pips=${pips} maxPip=${maxPip} onPips=${setEnd(at)} />`,
      )}
      <div class="between">
        <button type="button" class="danger" onClick=${onRemove}>${say("photo.remove")}</button>
        <button type="button" class="strong" onClick=${onDone}>${say("photo.done")}</button>
      </div>
    </section>
  `;
}

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function EndPicker({ label, pips, maxPip, onPips }) {
  const box = useRef(null);

  // Arrows go from value to value, as among radio buttons anywhere.
  function pressed(event) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const value = pips === null ? 0 : (pips + step + maxPip + 1) % (maxPip + 1);
    onPips(value);
    box.current.children[value].focus();
  }
  return html`
    <div class="ends" role="radiogroup" aria-label=${label} ref=${box} onKeyDown=${pressed}>
      ${Array.from({ length: maxPip + 1 }, (_, value) => value).map(
        (value) => html`<button
          key=${value}
          type="button"
          role="radio"
          aria-checked=${value === pips}
          tabindex=${value === (pips ?? 0) ? 0 : -1}
          onClick=${() => onPips(value)}
        >
          ${value}
        </button>`,
      )}
    </div>
  `;
}

function CloseUp({ photo, tile }) {
  const view = closeUp(tile.corners, photo).map((each) => each.toFixed(1));
  return html`
    <svg class="close-up" viewBox=${view.join(" ")} aria-hidden="true">
      <image href=${photo.picture} width=${photo.width} height=${photo.height} />
    </svg>
  `;
}
