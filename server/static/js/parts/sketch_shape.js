// One thing drawn over the picture: dragged by pointer, moved and resized by keys.
import { html, useRef } from "../lib/html.js";
import { boundsOf, moved, resized } from "../lib/quads.js";
import { say } from "../lib/words.js";

const STEP = 0.01;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// text: what is written on it; label: what it is called. onChange: while it is dragged. onDone: where it was left.
export function SketchShape({ kind, text, label, corners, size, onChange, onDone }) {
  const drag = useRef(null);
  const [width, height] = size;
  const bounds = boundsOf(corners);
  const grip = width * 0.018;

  function place(event) {
    const inverse = event.currentTarget.ownerSVGElement.getScreenCTM().inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    return [at.x / width, at.y / height];
  }

  const took = (change) => (event) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { change, from: place(event), corners };
  };

  function dragged(event) {
    if (!drag.current) return null;
    const { change, from, corners: before } = drag.current;
    const [x, y] = place(event);
    const next = change(before, x - from[0], y - from[1]);
    onChange(next);
    return next;
  }

  function left(event) {
    const next = dragged(event);
    drag.current = null;
    if (next) onDone(next);
  }

  function pressed(event) {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const next = (event.shiftKey ? resized : moved)(corners, way[0] * STEP, way[1] * STEP);
    onChange(next);
    onDone(next);
  }

  const pointer = { onPointerMove: dragged, onPointerUp: left, onPointerCancel: left };
  return html`
    <g
      class=${`sketch-shape ${kind}`}
      role="button"
      tabindex="0"
      aria-label=${say("sketch.shape", { what: label })}
      onKeyDown=${pressed}
      onPointerDown=${took(moved)}
      ...${pointer}
    >
      <polygon points=${corners.map(([x, y]) => `${x * width},${y * height}`).join(" ")} />
      <text x=${((bounds.left + bounds.right) / 2) * width} y=${((bounds.top + bounds.bottom) / 2) * height} font-size=${width * 0.024}>
        ${text}
      </text>
      <rect
        class="grip"
        x=${bounds.right * width - grip * 1.5}
        y=${bounds.bottom * height - grip * 1.5}
        width=${grip * 1.5}
        height=${grip * 1.5}
        onPointerDown=${took(resized)}
        ...${pointer}
      />
    </g>
  `;
}
