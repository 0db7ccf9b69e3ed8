// One message at the foot of the page; it stays until it is closed.
import { html } from "../lib/html.js";
import { say } from "../lib/words.js";

export function Notice({ text, onClose }) {
  if (!text) return null;
  return html`
    <div class="notice" role="alert">
      <span>${text}</span>
      <button type="button" class="quiet" onClick=${onClose}>${say("button.close")}</button>
    </div>
  `;
}
