// What a person should look at before a hand is confirmed: the photo, doubtful tiles, tiles that cannot be there.
import { html } from "../lib/html.js";
import { shownOf, textOf } from "../lib/photo_tiles.js";
import { say } from "../lib/words.js";

export function PhotoTroubles({ notes, tiles, check, onTile }) {
  const doubtful = tiles.filter((each) => each.isDoubtful);
  const count = tiles.length;
  const isOff = check.expected !== null && check.expected !== undefined && check.expected !== count;
  if (notes.length + doubtful.length + check.conflicts.length === 0 && !isOff) return null;
  const keyOf = (text) => tiles.findLast((each) => textOf(each) === text)?.key;
  return html`
    <ul class="plain troubles" aria-label=${say("photo.troubles")}>
      ${notes.map((kind) => html`<li key=${kind}>${say(`photo.note.${kind}`)}</li>`)}
      ${isOff && html`<li>${say("photo.expected", { expected: check.expected, count })}</li>`}
      ${check.conflicts.map(
        ({ tile, reason, where }) => html`<li key=${tile} class="conflict">
          <button type="button" onClick=${() => onTile(keyOf(tile))}>${say(`photo.conflict.${reason}`, { tile, where })}</button>
        </li>`,
      )}
      ${doubtful.map(
        (each) => html`<li key=${each.key}>
          <button type="button" onClick=${() => onTile(each.key)}>
            ${each.rivals.length > 0
              ? say("photo.doubt_or", { tile: shownOf(each), rivals: each.rivals })
              : say("photo.doubt", { tile: shownOf(each) })}
          </button>
        </li>`,
      )}
    </ul>
  `;
}
