// The longest train that a hand makes, and what fits now, from the train that one wants to play on.
import { html, useEffect, useState } from "../lib/html.js";
import { post } from "../lib/api.js";
import { say } from "../lib/words.js";
import { TileFace } from "./tile_face.js";

export function BestTrain({ view, hand, fail }) {
  const trains = view.round.trains.filter((each) => each.asks !== null);
  const [chosen, setChosen] = useState((trains.find((each) => each.may_play) ?? trains[0])?.name);
  const [best, setBest] = useState({ train: [], playable: [] });
  const end = (trains.find((each) => each.name === chosen) ?? trains[0])?.asks;
  useEffect(() => {
    let isOld = false;
    const ends = end === undefined ? [] : [end];
    post(`/games/${view.id}/best-train`, { tiles: hand, ends }).then((next) => isOld || setBest(next), fail);
    return () => {
      isOld = true;
    };
  }, [hand.join(" "), end, view.id]);

  return html`
    <label>
      ${say("best.from")}
      <select value=${chosen} onChange=${(event) => setChosen(event.target.value)}>
        ${trains.map((each) => html`<option key=${each.name} value=${each.name}>${say("best.train", { train: each.title, end: each.asks })}</option>`)}
      </select>
    </label>
    <${Row} title=${say("best.longest", { count: best.train.length })} tiles=${best.train} />
    <${Row} title=${say("best.playable", { count: best.playable.length })} tiles=${best.playable} />
  `;
}

function Row({ title, tiles }) {
  return html`
    <section class="stack" aria-label=${title}>
      <h2>${title}</h2>
      <div class="tiles">${tiles.map((tile, at) => html`<${TileFace} key=${`${at} ${tile}`} tile=${tile} />`)}</div>
    </section>
  `;
}
