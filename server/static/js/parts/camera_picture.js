// The camera's picture, as it comes, with what is drawn over it. onSize: its width and height in pixels.
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { watchPicture } from "../lib/picture.js";
import { say } from "../lib/words.js";

export function CameraPicture({ path, onSize, children }) {
  const image = useRef(null);
  const [came, setCame] = useState(false);
  useEffect(() => {
    let shown = null;
    const stop = watchPicture(path, (blob) => {
      if (!image.current) return;
      const next = URL.createObjectURL(blob);
      // The one before is let go only when the new one is drawn, so that nothing flickers.
      const before = shown;
      image.current.onload = image.current.onerror = () => {
        if (before) URL.revokeObjectURL(before);
        if (image.current?.naturalWidth) onSize?.([image.current.naturalWidth, image.current.naturalHeight]);
      };
      image.current.src = next;
      shown = next;
      setCame(true);
    });
    return () => {
      stop();
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [path]);
  return html`
    <div class="camera-picture">
      <img ref=${image} alt=${say("camera.picture")} hidden=${!came} />
      ${!came && html`<p class="soft">${say("camera.no_picture")}</p>`} ${came && children}
    </div>
  `;
}
