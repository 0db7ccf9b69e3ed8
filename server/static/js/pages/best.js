// The best train of one's own hand: from a photo, for nobody else's eyes.
import { html, useCallback, useState } from "../lib/html.js";
import { postPhoto, put } from "../lib/api.js";
import { handValue } from "../lib/tiles.js";
import { say } from "../lib/words.js";
import { BestTrain } from "../parts/best_train.js";
import { PhotoButton } from "../parts/photo_button.js";
import { PhotoHand } from "../parts/photo_hand.js";

export function BestPage({ view, role, fail }) {
  const [photo, setPhoto] = useState(null);
  const [busy, setBusy] = useState(false);

  async function read(file) {
    setBusy(true);
    setPhoto(null);
    try {
      setPhoto(await postPhoto(`/photos?max_pip=${view.max_pip}`, file));
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }
  const judge = useCallback(async (texts) => ({ value: handValue(texts, 0), conflicts: [], expected: null }), []);
  const allow = (event) => put(`/games/${view.id}/best-train`, { allowed: event.target.checked }).catch(fail);
  return html`
    <main id="main" class="narrow wide stack" tabindex="-1">
      <h1>${say("best.title")}</h1>
      ${role === "host" &&
      html`<label class="check">
        <input type="checkbox" checked=${view.best_train} onChange=${allow} />
        ${say("best.allow")}
      </label>`}
      ${!view.best_train || !view.round
        ? html`<p class="card">${say(view.best_train ? "round.none" : "best.off")}</p>`
        : html`<section class="card stack">
            <p class="soft">${say("best.help")}</p>
            <div class="row">
              <${PhotoButton} text=${say("photo.take")} camera kind="strong" disabled=${busy} onPhoto=${read} />
              <${PhotoButton} text=${say("photo.choose")} disabled=${busy} onPhoto=${read} />
            </div>
            ${busy && html`<p role="status">${say("photo.reading")}</p>`}
          </section>`}
      ${view.best_train &&
      view.round &&
      photo &&
      html`<section class="card stack" key=${photo.picture} aria-label=${say("count.result")}>
        <${PhotoHand} photo=${photo} maxPip=${view.max_pip} label=${say("count.picture")} judge=${judge}>
          ${({ texts }) => html`<${BestTrain} view=${view} hand=${texts} fail=${fail} />`}
        <//>
      </section>`}
    </main>
  `;
}
