// The webcams of this computer with what each of them sees, one after the other: a tap chooses one.
import { html, useEffect, useState } from "../lib/html.js";
import { postForPicture } from "../lib/api.js";
import { say } from "../lib/words.js";

const AGAIN_MS = 3000;

export function WebcamThumbnails({ webcams, chosen, onChoose }) {
  const [pictures, setPictures] = useState({});
  const indexes = webcams.map((each) => each.index).join(" ");
  // What is chosen shows its picture large, and nobody needs the others any more.
  const rests = chosen !== undefined;
  useEffect(() => {
    let stopped = false;
    async function look() {
      while (!stopped && !rests) {
        for (const { index } of webcams) {
          if (stopped) return;
          const picture = document.hidden ? undefined : await postForPicture(`/camera/webcams/${index}/thumbnail`);
          if (!stopped && picture !== undefined) setPictures((known) => replaced(known, index, picture));
        }
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
    look();
    return () => (stopped = true);
  }, [indexes, rests]);
  useEffect(() => () => setPictures((known) => (Object.values(known).forEach(forget), {})), []);

  return html`
    <div class="thumbnails" role="group" aria-label=${say("camera.webcams")}>
      ${webcams.map(
        (each) => html`
          <button key=${each.index} type="button" class="thumbnail" aria-pressed=${each.index === chosen} onClick=${() => onChoose(each.index)}>
            ${pictures[each.index]
              ? html`<img src=${pictures[each.index]} alt="" />`
              : html`<span class="none">${say(each.index in pictures ? "camera.no_thumbnail" : "camera.no_picture")}</span>`}
            <span>${say("camera.webcam", each)}</span>
          </button>
        `,
      )}
    </div>
  `;
}

function replaced(known, index, picture) {
  forget(known[index]);
  return { ...known, [index]: picture && URL.createObjectURL(picture) };
}

const forget = (url) => url && URL.revokeObjectURL(url);
