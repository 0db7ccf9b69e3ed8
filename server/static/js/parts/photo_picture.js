// The photo with a box for each tile: tap a box to mend it, an empty place to add a tile.
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { centreOf, shownOf, sizeOf } from "../lib/photo_tiles.js";
import { svgButton } from "../lib/svg_button.js";
import { say } from "../lib/words.js";

const LEAST_TEXT = 12;
const MOST_TEXT = 17; // of the page's pixels: bigger numbers hide the pips

export function PhotoPicture({ photo, tiles, chosen, troubled, label, onTile, onPlace }) {
  const drawing = useRef(null);
  const unit = useUnit(drawing);

  function tapped({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(drawing.current.getScreenCTM().inverse());
    onPlace([at.x, at.y]);
  }

  const { width, height, picture } = photo;
  return html`
    <svg ref=${drawing} class="photo" viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${label}>
      <image href=${picture} width=${width} height=${height} onClick=${tapped} />
      ${tiles
        .filter((each) => each.corners)
        .map(
          (each) => html`<${Box}
            key=${each.key}
            tile=${each}
            unit=${unit}
            isChosen=${each.key === chosen}
            isTroubled=${troubled.has(each.key)}
            onTile=${onTile}
          />`,
        )}
    </svg>
  `;
}

// How long a pixel of the page is in the drawing: text keeps its size however big the picture is shown.
function useUnit(drawing) {
  const [unit, setUnit] = useState(2);
  useEffect(() => {
    const watch = new ResizeObserver(() => setUnit(1 / drawing.current.getScreenCTM().a));
    watch.observe(drawing.current);
    return () => watch.disconnect();
  }, []);
  return unit;
}

function Box({ tile, unit, isChosen, isTroubled, onTile }) {
  const { corners, isDoubtful } = tile;
  const [x, y] = centreOf(corners);
  const text = shownOf(tile);
  const size = Math.max(LEAST_TEXT * unit, Math.min(sizeOf(corners).across * 0.25, MOST_TEXT * unit));
  const half = size * (text.length * 0.3 + 0.3);
  const words = say(isTroubled ? "photo.tile_troubled" : isDoubtful ? "photo.tile_doubtful" : "photo.tile", {
    tile: text.replace("-", " "),
  });
  const classes = ["box", isDoubtful && "doubtful", isTroubled && "troubled", isChosen && "chosen"].filter(Boolean);
  return html`
    <g ...${svgButton(() => onTile(tile.key), words)} aria-pressed=${isChosen} class=${classes.join(" ")}>
      <polygon points=${corners.map((each) => each.map((at) => at.toFixed(1)).join(",")).join(" ")} />
      <rect x=${x - half} y=${y - size * 0.72} width=${half * 2} height=${size * 1.44} rx=${size * 0.4} />
      <text aria-hidden="true" x=${x} y=${y} font-size=${size}>${text}</text>
    </g>
  `;
}
