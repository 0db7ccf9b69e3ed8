// A tile as a drawing of its own: two ends with numerals, coloured as many sets are.
import { html } from "../lib/html.js";
import { ends, pipClass } from "../lib/tiles.js";

export function TileFace({ tile }) {
  const [a, b] = ends(tile);
  return html`
    <svg class="face" viewBox="0 0 2 1" aria-hidden="true">
      <rect class="tile" x="0.03" y="0.03" width="1.94" height="0.94" rx="0.14" />
      <path class="divider" d="M1 .14V.86" />
      <text class=${pipClass(a)} x="0.5" y="0.52">${a}</text>${" "}
      <text class=${pipClass(b)} x="1.5" y="0.52">${b}</text>
    </svg>
  `;
}
