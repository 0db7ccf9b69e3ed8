// The table: the board, whose turn it is, what is wrong, and what a person can say.
import { html, useState } from "../lib/html.js";
import { say } from "../lib/words.js";
import { Board } from "../parts/board.js";
import { EntryForm } from "../parts/entry_form.js";
import { FlagCard } from "../parts/flag_card.js";
import { LogList } from "../parts/log_list.js";
import { PlayPanel } from "../parts/play_panel.js";
import { QuestionCard } from "../parts/question_card.js";
import { RoundBar } from "../parts/round_bar.js";
import { TurnBanner } from "../parts/turn_banner.js";

export function TablePage({ view, act, mayAct, busy }) {
  const [chosen, setChosen] = useState(null);
  const [whole, setWhole] = useState(false);
  const [mending, setMending] = useState(null);
  const round = view.round;
  const mend = (seq, mode = "correct") => setMending({ seq, mode });
  const lineOf = (seq) => view.log.find((each) => each.seq === seq);

  async function mended(line) {
    const fields = mending.mode === "insert" ? { before_seq: mending.seq, line } : { seq: mending.seq, line };
    if (await act(mending.mode, fields)) setMending(null);
  }

  return html`
    <main id="main" class="table" tabindex="-1">
      <section class="stage" aria-label=${say("table.board")}>
        ${round ? html`<${TurnBanner} view=${view} />` : html`<${RoundBar} view=${view} act=${act} mayAct=${mayAct} />`}
        ${round &&
        html`<${Board}
          view=${view}
          whole=${whole}
          chosen=${chosen}
          onTrain=${mayAct ? setChosen : undefined}
          onTile=${mayAct ? (seq) => seq && mend(seq) : undefined}
        />`}
        ${round &&
        html`<label class="check whole">
          <input type="checkbox" checked=${whole} onChange=${(event) => setWhole(event.target.checked)} />
          ${say("table.whole")}
        </label>`}
      </section>
      <aside class="side stack" aria-label=${say("table.side")}>
        ${mending &&
        html`<${EntryForm}
          key=${`${mending.mode}${mending.seq}`}
          view=${view}
          entry=${lineOf(mending.seq)}
          mode=${mending.mode}
          onSave=${mended}
          onCancel=${() => setMending(null)}
        />`}
        ${view.question &&
        html`<${QuestionCard} question=${view.question} act=${act} mayAct=${mayAct} onMend=${mend} />`}
        ${view.flags.map(
          (flag) => html`<${FlagCard}
            key=${`${flag.seq}${flag.code}`}
            flag=${flag}
            entry=${lineOf(flag.seq)}
            act=${act}
            mayAct=${mayAct}
            onMend=${mend}
          />`,
        )}
        ${round && mayAct && html`<${PlayPanel} view=${view} act=${act} busy=${busy} chosen=${chosen} onChoose=${setChosen} />`}
        <${LogList} view=${view} act=${act} mayAct=${mayAct} onMend=${mend} />
      </aside>
    </main>
  `;
}
