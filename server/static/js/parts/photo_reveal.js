// A seat's hand by photo: sent, looked at, confirmed.
import { html, useCallback } from "../lib/html.js";
import { post } from "../lib/api.js";
import { say } from "../lib/words.js";
import { PhotoHand } from "./photo_hand.js";

export function PhotoReveal({ view, seat, photo, busy, onConfirm, onCancel }) {
  // What lies on the table may change while somebody looks at the photo.
  const judge = useCallback(
    (tiles) => post(`/games/${view.id}/hands/${seat.seat}/check`, { tiles }).catch(() => null),
    [view.id, view.version, seat.seat],
  );
  return html`
    <${PhotoHand} photo=${photo} maxPip=${view.max_pip} label=${say("photo.picture", { seat: seat.name })} judge=${judge}>
      ${({ texts, isWhole, hasConflicts }) => html`<div class="row">
        <button type="button" class=${hasConflicts ? "" : "strong"} disabled=${busy || !isWhole} onClick=${() => onConfirm(texts)}>
          ${say(hasConflicts ? "photo.confirm_anyway" : "hands.save")}
        </button>
        <button type="button" class="quiet" onClick=${onCancel}>${say("button.cancel")}</button>
      </div>`}
    <//>
  `;
}
