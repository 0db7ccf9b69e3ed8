// Between rounds: what comes next, and the button that begins it.
import { html, useState } from "../lib/html.js";
import { say } from "../lib/words.js";

export function RoundBar({ view, act, mayAct }) {
  const next = view.next_round;
  const [starter, setStarter] = useState(next?.starter ?? "");
  if (!next) {
    const names = view.scores.leaders.map((seat) => view.seats.find((each) => each.seat === seat)?.name ?? seat);
    return html`
      <div class="banner over">
        <h1 class="turn">${view.is_over ? say("games.over", { winners: names }) : say("round.none")}</h1>
        <a class="button strong" href=${`#/games/${view.id}/scores`}>${say("nav.scores")}</a>
      </div>
    `;
  }
  return html`
    <div class="banner next">
      <h1 class="turn">${say("round.next", { number: next.number, of: view.round_count })}</h1>
      <p>${say("round.engine", { tile: next.engine })}</p>
      ${mayAct &&
      html`<div class="row">
        <label>
          ${say("round.starter")}
          <select value=${starter} onChange=${(event) => setStarter(event.target.value)}>
            <option value="">${say("round.by_rules")}</option>
            ${view.seats.map((each) => html`<option key=${each.seat} value=${each.seat}>${each.name}</option>`)}
          </select>
        </label>
        <button
          type="button"
          class="strong big"
          onClick=${() => act("start_round", starter ? { starter } : {})}
        >
          ${say("round.start")}
        </button>
      </div>`}
    </div>
  `;
}
