// A button that takes a photo with the device's camera, or chooses one that is there.
import { html } from "../lib/html.js";

export function PhotoButton({ text, label, camera, kind, disabled, onPhoto }) {
  function chosen(event) {
    const file = event.target.files[0];
    // Emptied, so that the same photo can be chosen once more.
    event.target.value = "";
    if (file) onPhoto(file);
  }
  return html`
    <label class=${`button file ${kind ?? ""}`}>
      ${text}
      <input
        type="file"
        class="hidden"
        accept="image/*"
        capture=${camera ? "environment" : undefined}
        aria-label=${label ?? text}
        disabled=${disabled}
        onChange=${chosen}
      />
    </label>
  `;
}
