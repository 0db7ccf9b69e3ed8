// The score sheet: rounds, totals, the course of the game, and the hands of the round that ends.
import { html } from "../lib/html.js";
import { say } from "../lib/words.js";
import { HandForm } from "../parts/hand_form.js";
import { LookingBack } from "../parts/looking_back.js";
import { RoundBar } from "../parts/round_bar.js";
import { ScoreChart } from "../parts/score_chart.js";
import { ScoreTable } from "../parts/score_table.js";
import { ShareButton } from "../parts/share_button.js";

export function ScoresPage({ view, act, mayAct, busy, fail }) {
  const { round, scores, seats } = view;
  const isKnown = (seat) =>
    scores.hands.some((each) => each.seat === seat) || seat in scores.entered || round?.over?.winner === seat;
  const missing = seats.filter((each) => !isKnown(each.seat));
  return html`
    <main id="main" class="narrow wide stack" tabindex="-1">
      ${!round && html`<${RoundBar} view=${view} act=${act} mayAct=${mayAct} />`}
      <section class="card stack" aria-labelledby="sheet-title">
        <div class="between">
          <h1 id="sheet-title">${say("scores.title")}</h1>
          <nav class="row" aria-label=${say("scores.take")}>
            <a href=${`/api/games/${view.id}/export/csv`} download>${say("scores.csv")}</a>
            <a href=${`/api/games/${view.id}/export/json`} download>${say("scores.json")}</a>
            <a href=${`/api/games/${view.id}/export/record`} download>${say("scores.record")}</a>
            <${ShareButton} view=${view} fail=${fail} />
          </nav>
        </div>
        <${ScoreTable} view=${view} act=${act} mayAct=${mayAct} />
        <p class="soft">${say(scores.lowest_wins ? "scores.lowest" : "scores.highest")}</p>
        ${scores.rounds.length > 0 && html`<${ScoreChart} view=${view} />`}
      </section>
      <${LookingBack} view=${view} />
      ${round &&
      mayAct &&
      html`<section class="stack" aria-labelledby="hands-title">
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
      </section>`}
    </main>
  `;
}
