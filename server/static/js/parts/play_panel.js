// What a person can say by hand: a tile laid, drawn, passed, a marker.
import { html, useEffect, useState } from "../lib/html.js";
import { hasBegun, laidTiles, linkFor } from "../lib/tiles.js";
import { say } from "../lib/words.js";
import { TilePicker } from "./tile_picker.js";

export function PlayPanel({ view, act, busy, chosen, onChoose, onOwner }) {
  const { round, seats } = view;
  const [someone, setSomeone] = useState(null);
  const seat = someone ?? round.turn.seat;
  const own = round.trains.find((each) => each.name === seat);
  const train = round.trains.find((each) => each.name === chosen) ?? round.trains.find((each) => each.may_play) ?? own;
  const duty = round.turn.duties.find((each) => each.seat === seat && each.kind !== "put_marker");

  const add = async (...lines) => {
    if (await act("add", { lines })) {
      onChoose(null);
      setSomeone(null);
    }
  };
  const draw = () => add(`draw ${seat}`);
  const pass = (...before) => add(...before, `pass ${seat}`, ...(own.has_marker ? [] : [`marker on ${seat}`]));
  const place = (tile) => add(`place ${linkFor(tile, train.asks)} on ${train.name} by ${seat}`);
  const marker = () => add(`marker ${train.has_marker ? "off" : "on"} ${train.name}`);
  useShortcuts({ d: draw, p: () => pass(), m: marker, u: () => act("undo") });

  return html`
    <section class="card stack play" aria-labelledby="play-title">
      <div class="between">
        <h2 id="play-title">${say("play.title")}</h2>
        <label class="inline">
          ${say("play.who")}
          <select value=${seat} onChange=${(event) => setSomeone(event.target.value)}>
            ${seats.map((each) => html`<option key=${each.seat} value=${each.seat}>${each.name}</option>`)}
          </select>
        </label>
      </div>
      <div class="trains" role="radiogroup" aria-label=${say("play.train")}>
        ${round.trains.map(
          (each) => html`<button
            key=${each.name}
            type="button"
            role="radio"
            aria-checked=${each === train}
            class=${`train ${each.may_play ? "may" : ""}`}
            onClick=${() => onChoose(each.name)}
          >
            <span>${each.seat ? seats.find((one) => one.seat === each.seat)?.name : each.name === "MX" ? say("train.mexican") : say(each.title)}</span>
            <b>${each.asks ?? "–"}</b>
          </button>`,
        )}
      </div>
      <${TilePicker}
        key=${train.name}
        maxPip=${view.max_pip}
        taken=${laidTiles(round)}
        asks=${train.asks}
        busy=${busy}
        onPick=${place}
        label=${say("play.tile", { train: train.title })}
      />
      <div class="row">
        <button type="button" disabled=${busy} onClick=${draw}>${say("play.draw")} <kbd>D</kbd></button>
        <button type="button" disabled=${busy} onClick=${() => pass()}>${say("play.pass")} <kbd>P</kbd></button>
        ${duty?.may_draw &&
        html`<button type="button" disabled=${busy} onClick=${() => pass(`draw ${seat}`)}>${say("play.draw_pass")}</button>`}
        ${duty?.kind === "run_on" &&
        html`<button type="button" disabled=${busy} onClick=${() => add(`end ${seat}`)}>${say("play.end")}</button>`}
        <button type="button" disabled=${busy} onClick=${marker}>
          ${say(train.has_marker ? "play.marker_off" : "play.marker_on", { train: train.title })} <kbd>M</kbd>
        </button>
        ${hasBegun(train) &&
        html`<button type="button" disabled=${busy} onClick=${() => onOwner(train.name)}>${say("owner.ask", { train: train.title })}</button>`}
        <button type="button" class="quiet" disabled=${busy} onClick=${() => add(`hand ${seat} 0`)}>${say("play.out")}</button>
      </div>
    </section>
  `;
}

// Single keys, as long as nobody types into a field.
function useShortcuts(keys) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.target.closest("input, select, textarea")) return;
      keys[event.key.toLowerCase()]?.();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}
