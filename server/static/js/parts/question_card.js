// What could not be told for sure; nothing waits for the answer.
import { html } from "../lib/html.js";
import { eventSentence, say } from "../lib/words.js";

export function QuestionCard({ question, act, mayAct, onMend }) {
  return html`
    <article class="card flag question">
      <header>
        <span class="badge" aria-hidden="true">?</span>
        <h2>${say("question.title")}</h2>
      </header>
      <p>${eventSentence(question)}</p>
      ${mayAct &&
      html`<div class="row">
        <button type="button" class="strong" onClick=${() => act("confirm", { seq: question.seq })}>
          ${say("question.yes")}
        </button>
        <button type="button" onClick=${() => onMend(question.seq)}>${say("log.fix")}</button>
        <button type="button" class="quiet" onClick=${() => act("retract", { seq: question.seq })}>
          ${say("question.never")}
        </button>
      </div>`}
    </article>
  `;
}
