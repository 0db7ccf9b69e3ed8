// What the shown hands tell of the passes: to learn from, for all at once, without points.
import { html } from "../lib/html.js";
import { say } from "../lib/words.js";

export function LookingBack({ view }) {
  if (view.looking_back.length === 0) return null;
  return html`
    <section class="card stack" aria-labelledby="back-title">
      <h2 id="back-title">${say("back.title")}</h2>
      <p class="soft">${say("back.help")}</p>
      <ul class="back">
        ${view.looking_back.map(
          ({ code, seat, nth, tile }) => html`<li key=${`${code}${seat}${nth}`}>${say(`back.${code}`, { seat, nth, tile })}</li>`,
        )}
      </ul>
    </section>
  `;
}
