// Just count a photo: no game, only what the tiles on it come to.
import { html, useCallback, useState } from "../lib/html.js";
import { postPhoto } from "../lib/api.js";
import { handValue } from "../lib/tiles.js";
import { say } from "../lib/words.js";
import { PhotoButton } from "../parts/photo_button.js";
import { PhotoHand } from "../parts/photo_hand.js";
import { TopBar } from "../parts/top_bar.js";

const SETS = [6, 9, 12, 15, 18];
const USUAL = 12;

export function CountPage({ role, fail }) {
  const [set, setSet] = useState("");
  const [blank, setBlank] = useState("0");
  const [photo, setPhoto] = useState(null);
  const [busy, setBusy] = useState(false);

  async function count(file) {
    setBusy(true);
    setPhoto(null);
    try {
      const read = await postPhoto(`/photos${set ? `?max_pip=${set}` : ""}`, file);
      setPhoto(read);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }

  const judge = useCallback(
    async (texts) => ({ value: handValue(texts, Number(blank) || 0), conflicts: twice(texts), expected: null }),
    [blank],
  );
  return html`
    <${TopBar} page="count" role=${role} />
    <main id="main" class="narrow wide stack" tabindex="-1">
      <h1>${say("count.title")}</h1>
      <section class="card stack">
        <p class="soft">${say("count.help")}</p>
        <div class="grid2">
          <label>
            ${say("new.set")}
            <select value=${set} onChange=${(event) => setSet(event.target.value)}>
              <option value="">${say("count.any_set")}</option>
              ${SETS.map((each) => html`<option key=${each} value=${each}>${say("new.double", { max: each })}</option>`)}
            </select>
          </label>
          <label>
            ${say("new.blank")}
            <input type="number" min="0" max="1000" value=${blank} onInput=${(event) => setBlank(event.target.value)} />
          </label>
        </div>
        <div class="row">
          <${PhotoButton} text=${say("photo.take")} camera kind="strong" disabled=${busy} onPhoto=${count} />
          <${PhotoButton} text=${say("photo.choose")} disabled=${busy} onPhoto=${count} />
        </div>
        ${busy && html`<p role="status">${say("photo.reading")}</p>`}
      </section>
      ${photo &&
      html`<section class="card stack" key=${photo.picture} aria-label=${say("count.result")}>
        <${PhotoHand}
          photo=${photo}
          maxPip=${Math.max(photo.set_size, USUAL)}
          label=${say("count.picture")}
          judge=${judge}
        >
          ${() => null}
        <//>
      </section>`}
    </main>
  `;
}

function twice(texts) {
  const seen = new Set();
  const again = new Set(texts.filter((each) => seen.size === seen.add(each).size));
  return [...again].map((tile) => ({ tile, reason: "twice", where: "" }));
}
