// How good the picture is for reading tiles, in words: what is well, and what would help.
import { html } from "../lib/html.js";
import { say } from "../lib/words.js";

const DARK = 0.16;
const BRIGHT = 0.88;

export function PictureCheck({ check }) {
  if (!check) return html`<p class="soft" role="status">${say("check.waiting")}</p>`;
  return html`
    <div role="status">
      <ul class="plain check-list">
        ${lines(check).map(
          ([good, text]) => html`<li key=${text} class=${good ? "good" : "bad"}>
            <span aria-hidden="true">${good ? "✓" : "!"}</span> ${text}
          </li>`,
        )}
      </ul>
    </div>
  `;
}

function lines({ tiles, tile_px: px, needed_px: needed, light, troubles }) {
  const has = (name) => troubles.includes(name);
  const lit = light < DARK ? "dark" : light > BRIGHT ? "bright" : "well";
  const light_line = [lit === "well", say(`check.light.${lit}`)];
  if (tiles === 0) return [[false, say("check.no_tile")], light_line];
  const sizes = { count: tiles, px: Math.round(px), needed: Math.round(needed) };
  return [
    [!has("too_far"), say(has("too_far") ? "check.small" : "check.size", sizes)],
    [!has("blurred"), say(has("blurred") ? "check.blurred" : "check.sharp")],
    [!has("glare"), say(has("glare") ? "check.glare" : "check.no_glare")],
    light_line,
    [!has("cut_off"), say(has("cut_off") ? "check.cut_off" : "check.whole")],
  ];
}
