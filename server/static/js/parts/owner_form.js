// Whose is this train really? One tap gives it away; two trains change places.
import { html, useEffect, useRef } from "../lib/html.js";
import { say } from "../lib/words.js";

export function OwnerForm({ view, train, busy, onGive, onCancel }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.scrollIntoView({ block: "nearest" });
    box.current.querySelector("button").focus({ preventScroll: true });
  }, []);
  const owners = view.round.trains.filter((each) => each.seat !== null || each.name === "MX");
  return html`
    <section
      class="card stack mending"
      ref=${box}
      aria-labelledby="owner-title"
      onKeyDown=${(event) => event.key === "Escape" && onCancel()}
    >
      <h2 id="owner-title">${say("owner.title")}</h2>
      <p class="soft">${say("owner.now", { train: train.title, count: train.tiles.length })}</p>
      <div class="row">
        ${owners
          .filter((each) => each.name !== train.name)
          .map(
            (each) => html`<button key=${each.name} type="button" disabled=${busy} onClick=${() => onGive(each.name)}>
              ${ownerOf(view, each)}
            </button>`,
          )}
      </div>
      <div class="row">
        <button type="button" class="quiet" onClick=${onCancel}>${say("button.cancel")}</button>
      </div>
    </section>
  `;
}

function ownerOf({ seats }, { name, seat }) {
  return name === "MX" ? say("train.mexican") : seats.find((each) => each.seat === seat).name;
}
