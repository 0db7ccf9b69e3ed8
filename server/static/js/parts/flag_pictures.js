// The table before and after something was flagged; a tap shows a picture whole.
import { html } from "../lib/html.js";
import { say } from "../lib/words.js";

export function FlagPictures({ game, seq }) {
  return html`
    <div class="flag-pictures">
      ${["before", "after"].map((which) => {
        const path = `/api/games/${game}/flags/${seq}/${which}`;
        return html`<figure key=${which}>
          <a href=${path} target="_blank" rel="noopener"><img src=${path} alt=${say(`flag.${which}`)} loading="lazy" /></a>
          <figcaption class="soft" aria-hidden="true">${say(`flag.${which}_short`)}</figcaption>
        </figure>`;
      })}
    </div>
  `;
}
