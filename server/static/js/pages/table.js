// The table: the board, whose turn it is, what is wrong, and what a person can say.
import { html, useState } from "../lib/html.js";
import { ends } from "../lib/tiles.js";
import { say } from "../lib/words.js";
import { Board } from "../parts/board.js";
import { CameraCard } from "../parts/camera_card.js";
import { EntryForm } from "../parts/entry_form.js";
import { FlagList } from "../parts/flag_list.js";
import { LogList } from "../parts/log_list.js";
import { OwnerForm } from "../parts/owner_form.js";
import { PlayPanel } from "../parts/play_panel.js";
import { QuestionCard } from "../parts/question_card.js";
import { RoundBar } from "../parts/round_bar.js";
import { TurnBanner } from "../parts/turn_banner.js";

export function TablePage({ view, act, mayAct, busy, role, fail }) {
  const [chosen, setChosen] = useState(null);
  const [whole, setWhole] = useState(false);
  const [large, setLarge] = useState(false);
  const [mending, setMending] = useState(null);
  const [giving, setGiving] = useState(null);
  const round = view.round;
  const isLarge = large && view.camera.state !== "none";
  const camera = html`<${CameraCard} view=${view} role=${role} large=${isLarge} onLarge=${setLarge} fail=${fail} />`;
  const drawn = round ?? roundToCome(view);
  const mend = (seq, mode = "correct") => {
    setGiving(null);
    setMending({ seq, mode });
  };
  const askOwner = (name) => {
    setMending(null);
    setGiving(name);
  };
  const given = round?.trains.find((each) => each.name === giving);
  const lineOf = (seq) => view.log.find((each) => each.seq === seq);

  async function mended(line) {
    const fields = mending.mode === "insert" ? { before_seq: mending.seq, line } : { seq: mending.seq, line };
    if (await act(mending.mode, fields)) setMending(null);
  }

  async function give(owner) {
    if (await act("give", { train: giving, owner })) setGiving(null);
  }

  return html`
    <main id="main" class="table" tabindex="-1">
      <section class="stage" aria-label=${say("table.board")}>
        ${round ? html`<${TurnBanner} view=${view} />` : html`<${RoundBar} view=${view} act=${act} mayAct=${mayAct} />`}
        ${isLarge && camera}
        ${drawn &&
        !isLarge &&
        html`<${Board}
          view=${{ ...view, round: drawn }}
          whole=${whole}
          chosen=${chosen}
          onTrain=${mayAct ? setChosen : undefined}
          onOwner=${mayAct && round ? askOwner : undefined}
          onTile=${mayAct ? (seq) => seq && mend(seq) : undefined}
        />`}
        ${round &&
        !isLarge &&
        html`<label class="check whole">
          <input type="checkbox" checked=${whole} onChange=${(event) => setWhole(event.target.checked)} />
          ${say("table.whole")}
        </label>`}
      </section>
      <aside class="side stack" aria-label=${say("table.side")}>
        ${!isLarge && camera}
        ${mending &&
        html`<${EntryForm}
          key=${`${mending.mode}${mending.seq}`}
          view=${view}
          entry=${lineOf(mending.seq)}
          mode=${mending.mode}
          onSave=${mended}
          onCancel=${() => setMending(null)}
        />`}
        ${given && html`<${OwnerForm} key=${giving} view=${view} train=${given} busy=${busy} onGive=${give} onCancel=${() => setGiving(null)} />`}
        ${view.question &&
        html`<${QuestionCard} question=${view.question} act=${act} mayAct=${mayAct} onMend=${mend} />`}
        <${FlagList} view=${view} lineOf=${lineOf} act=${act} mayAct=${mayAct} onMend=${mend} />
        ${round && mayAct && html`<${PlayPanel} view=${view} act=${act} busy=${busy} chosen=${chosen} onChoose=${setChosen} onOwner=${askOwner} />`}
        <${LogList} view=${view} act=${act} mayAct=${mayAct} onMend=${mend} />
      </aside>
    </main>
  `;
}

// The board before a round: the hub with the engine tile that is due, and nothing on the trains.
function roundToCome({ next_round: next, seats }) {
  if (!next) return null;
  const empty = { tiles: [], slot: null, asks: ends(next.engine)[0], is_open: false, has_marker: false, may_play: false };
  const trains = seats.map((each) => ({ ...empty, name: each.seat, seat: each.seat, title: { key: "train.name.seat", slots: { name: each.name } } }));
  trains.push({ ...empty, name: "MX", seat: null, title: { key: "train.name.mexican" }, is_open: true });
  return { engine: next.engine, trains, turn: { seat: next.starter }, over: null };
}
