// The score sheet: rounds, totals, the course of the game, and the hands of the round that ends.
import { html } from "../lib/html.js";
import { isCounting } from "../lib/counting.js";
import { say } from "../lib/words.js";
import { LookingBack } from "../parts/looking_back.js";
import { RoundBar } from "../parts/round_bar.js";
import { RoundHands } from "../parts/round_hands.js";
import { ScoreChart } from "../parts/score_chart.js";
import { ScoreTable } from "../parts/score_table.js";
import { ShareButton } from "../parts/share_button.js";

export function ScoresPage({ view, act, mayAct, busy, fail }) {
  const { round } = view;
  // Keyed: a hand that is half counted outlives its move above the sheet.
  const hands = round && mayAct && html`<${RoundHands} key="hands" view=${view} act=${act} busy=${busy} fail=${fail} />`;
  const sheet = html`<${Sheet} key="sheet" view=${view} act=${act} mayAct=${mayAct} fail=${fail} />`;
  return html`
    <main id="main" class="narrow wide stack" tabindex="-1">
      ${!round && html`<${RoundBar} key="bar" view=${view} act=${act} mayAct=${mayAct} />`}
      ${isCounting(view) ? [hands, sheet] : [sheet, hands]}
      <${LookingBack} view=${view} />
    </main>
  `;
}

function Sheet({ view, act, mayAct, fail }) {
  const { scores } = view;
  return html`
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
  `;
}
