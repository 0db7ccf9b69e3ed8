// The score sheet as a picture: shared where the device can, else saved as a file.
import { html, useState } from "../lib/html.js";
import { scorePicture } from "../lib/score_picture.js";
import { say } from "../lib/words.js";

export function ShareButton({ view, fail }) {
  const [busy, setBusy] = useState(false);

  async function share() {
    setBusy(true);
    try {
      await handOver(new File([await scorePicture(view)], `scores-${view.id}.png`, { type: "image/png" }));
    } catch (error) {
      // Whoever closes the device's own sheet has not met an error.
      if (error.name !== "AbortError") fail(error);
    } finally {
      setBusy(false);
    }
  }
  return html`<button type="button" class="quiet link" disabled=${busy} onClick=${share}>${say("scores.picture")}</button>`;
}

async function handOver(file) {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: say("picture.title") });
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
