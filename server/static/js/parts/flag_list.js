// The flags that wait for an answer, the newest first; older ones are kept behind a button.
import { html, useState } from "../lib/html.js";
import { say } from "../lib/words.js";
import { FlagCard } from "./flag_card.js";

const AS_FIRST = 2;

export function FlagList({ view, lineOf, act, mayAct, onMend }) {
  const [all, setAll] = useState(false);
  const shown = all ? view.flags : view.flags.slice(0, AS_FIRST);
  return html`
    <div class="stack" aria-live="polite">
      ${shown.map(
        (flag) => html`<${FlagCard}
          key=${`${flag.seq}${flag.code}`}
          game=${view.id}
          flag=${flag}
          entry=${lineOf(flag.seq)}
          act=${act}
          mayAct=${mayAct}
          onMend=${onMend}
        />`,
      )}
      ${view.flags.length > AS_FIRST &&
      html`<button type="button" class="quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>
        ${all ? say("flag.less") : say("flag.more", { count: view.flags.length - AS_FIRST })}
      </button>`}
    </div>
  `;
}
