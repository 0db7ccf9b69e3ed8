// The hands of the round that ends: each is counted, then the round is closed.
import { html } from "../lib/html.js";
import { say } from "../lib/words.js";
import { HandForm } from "./hand_form.js";

export function RoundHands({ view, act, busy, fail }) {
  const { round, scores, seats } = view;
  const isKnown = (seat) =>
    scores.hands.some((each) => each.seat === seat) || seat in scores.entered || round.over?.winner === seat;
  const missing = seats.filter((each) => !isKnown(each.seat));
  return html`
    <section class="stack" aria-labelledby="hands-title">
      <h2 id="hands-title">${say("hands.title", { number: round.number })}</h2>
      <p class="soft">${say("hands.help")}</p>
      <div class="hands">
        ${seats.map(
          (each) => html`<${HandForm} key=${`${round.number}${each.seat}`} view=${view} seat=${each} act=${act} busy=${busy} fail=${fail} />`,
        )}
      </div>
      <div class="row">
        <button type="button" class="strong big" disabled=${busy} onClick=${() => act("end_round")}>
          ${say("hands.close", { number: round.number })}
        </button>
        ${missing.length > 0 &&
        html`<span class="soft">${say("hands.missing", { seats: missing.map((each) => each.name).join(", ") })}</span>`}
      </div>
    </section>
  `;
}
