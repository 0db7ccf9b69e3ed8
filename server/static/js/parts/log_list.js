// What happened in this round, the newest on top; each line can be mended.
import { html, useState } from "../lib/html.js";
import { clock, eventSentence, say, sentence } from "../lib/words.js";

const AS_FIRST = 12;

export function LogList({ view, act, mayAct, onMend }) {
  const [open, setOpen] = useState(null);
  const [all, setAll] = useState(false);
  const lines = [...view.log].reverse();
  const closing = (act) => () => {
    setOpen(null);
    act();
  };
  const shown = all ? lines : lines.slice(0, AS_FIRST);
  return html`
    <section class="card log" aria-labelledby="log-title">
      <div class="between">
        <h2 id="log-title">${say("log.title")}</h2>
        ${mayAct && html`<button type="button" onClick=${() => act("undo")}>${say("log.undo")} <kbd>U</kbd></button>`}
      </div>
      <ol class="plain" reversed>
        ${shown.map(
          (line) => html`<${LogEntry}
            key=${line.seq}
            line=${line}
            isOpen=${open === line.seq}
            onOpen=${mayAct && line.seq > 1 ? () => setOpen(open === line.seq ? null : line.seq) : undefined}
            onFix=${closing(() => onMend(line.seq))}
            onInsert=${closing(() => onMend(line.seq, "insert"))}
            onRemove=${closing(() => act("retract", { seq: line.seq }))}
          />`,
        )}
      </ol>
      ${lines.length > AS_FIRST &&
      html`<button type="button" class="quiet" onClick=${() => setAll(!all)}>
        ${all ? say("log.less") : say("log.more", { count: lines.length - AS_FIRST })}
      </button>`}
    </section>
  `;
}

function LogEntry({ line, isOpen, onOpen, onFix, onInsert, onRemove }) {
  const said = html`
    <span class="said">${eventSentence(line)}</span>
    <span class="soft when">
      ${line.is_mended && html`<span class="chip">${say("log.mended")}</span>`}
      ${line.is_doubtful && html`<span class="chip warn">${say("log.doubtful")}</span>`}
      <time datetime=${line.at}>${clock(line.at)}</time>
    </span>
  `;
  return html`
    <li>
      ${onOpen
        ? html`<button type="button" class="entry" aria-expanded=${isOpen} onClick=${onOpen}>${said}</button>`
        : html`<div class="entry">${said}</div>`}
      ${line.problems.map(
        (each) => html`<p key=${each.code} class=${`problem ${each.severity}`}>${sentence(each.sentence)}</p>`,
      )}
      ${isOpen &&
      html`<div class="row mend">
        <button type="button" onClick=${onFix}>${say("log.fix")}</button>
        <button type="button" onClick=${onInsert}>${say("log.insert")}</button>
        <button type="button" class="danger" onClick=${onRemove}>${say("log.remove")}</button>
      </div>`}
    </li>
  `;
}
