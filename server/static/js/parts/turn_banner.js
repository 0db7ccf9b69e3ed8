// Whose turn it is and what is owed, readable from across the room.
import { html } from "../lib/html.js";
import { say, sentence } from "../lib/words.js";

export function TurnBanner({ view }) {
  const { round, seats } = view;
  const name = (seat) => seats.find((each) => each.seat === seat)?.name ?? seat;
  if (round.over) {
    const text = round.over.winner ? say("over.out", { seat: name(round.over.winner) }) : say("over.blocked");
    return html`
      <div class="banner over" role="status" aria-live="polite">
        <h1 class="turn">${text}</h1>
        <a class="button strong" href=${`#/games/${view.id}/scores`}>${say("over.count")}</a>
      </div>
    `;
  }
  return html`
    <div class="banner" role="status" aria-live="polite">
      <h1 class="turn">${round.turn.duties.map((each) => sentence(each.sentence)).join(" ")}</h1>
      ${round.turn.others.length > 0 &&
      html`<p class="soft">${say("turn.or", { seats: round.turn.others })}</p>`}
      <p class="facts">
        <span>${say("turn.round", { number: round.number, of: view.round_count })}</span>
        ${round.boneyard !== null && html`<span>${say("turn.boneyard", { count: round.boneyard })}</span>`}
        ${round.unsatisfied.map(
          (each) => html`<span class="chip warn" key=${each.train}>
            ${say("turn.unsatisfied", { pips: each.pips, train: each.title })}
          </span>`,
        )}
      </p>
    </div>
  `;
}
