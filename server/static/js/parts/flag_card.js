// Something that looks wrong, with the answers a table gives.
import { html } from "../lib/html.js";
import { eventSentence, say, sentence } from "../lib/words.js";
import { FlagPictures } from "./flag_pictures.js";

const PLACED = /^place (\d+-\d+) on (\S+)/;

export function FlagCard({ game, flag, entry, act, mayAct, onMend }) {
  const placed = entry && PLACED.exec(entry.line);
  const answer = (said) => act("answer", { seq: flag.seq, code: flag.code, answer: said });
  const takeBack = async () => {
    if (await act("add", { lines: [`back ${placed[1]} from ${placed[2]}`] })) await answer("so");
  };
  return html`
    <article class=${`card flag ${flag.severity}`} aria-label=${say(`severity.${flag.severity}`)}>
      <header>
        <span class="badge" aria-hidden="true">${flag.severity === "error" ? "!" : "?"}</span>
        <h2>${sentence(flag.sentence)}</h2>
      </header>
      ${entry && html`<p class="soft">${eventSentence(entry)}</p>`}
      ${flag.has_pictures && html`<${FlagPictures} game=${game} seq=${flag.seq} />`}
      <p class="rule soft">${say("flag.rule", { rule: flag.rule })}</p>
      ${mayAct &&
      html`<div class="row">
        <button type="button" onClick=${() => answer("so")}>${say("flag.so")}</button>
        ${placed && flag.severity === "error" && html`<button type="button" onClick=${takeBack}>${say("flag.back")}</button>`}
        <button type="button" onClick=${() => onMend(flag.seq)}>${say("flag.misread")}</button>
        <button type="button" class="quiet" onClick=${() => answer("house")}>${say("flag.house")}</button>
      </div>`}
    </article>
  `;
}
