// Rounds down, seats across, totals below; a seat's name can be changed where it stands.
import { html, useState } from "../lib/html.js";
import { points, say } from "../lib/words.js";

export function ScoreTable({ view, act, mayAct }) {
  const { scores, seats } = view;
  const isLeader = (seat) => scores.leaders.includes(seat);
  return html`
    <div class="scroll" role="region" aria-label=${say("scores.title")} tabindex="0">
      <table class="sheet">
        <caption class="hidden">${say("scores.title")}</caption>
        <thead>
          <tr>
            <th scope="col">${say("scores.round")}</th>
            ${seats.map((each) => html`<th scope="col" key=${each.seat}><${SeatName} seat=${each} act=${act} mayAct=${mayAct} /></th>`)}
          </tr>
        </thead>
        <tbody>
          ${scores.rounds.map(
            (row) => html`<tr key=${row.number}>
              <th scope="row">
                ${row.number} ${row.engine !== null && html`<span class="soft">${row.engine}-${row.engine}</span>`}
              </th>
              ${seats.map(
                (each) => html`<td key=${each.seat} class=${row.winner === each.seat ? "won" : ""}>
                  ${points(row.points[each.seat])}
                </td>`,
              )}
            </tr>`,
          )}
          ${scores.rounds.length === 0 && html`<tr><td class="soft" colspan=${seats.length + 1}>${say("scores.none")}</td></tr>`}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${say("scores.total")}</th>
            ${seats.map(
              (each) => html`<td key=${each.seat} class=${isLeader(each.seat) ? "lead" : ""}>
                ${points(scores.totals[each.seat])}
                ${isLeader(each.seat) && html`<span class="hidden">${say("scores.leads")}</span>`}
              </td>`,
            )}
          </tr>
        </tfoot>
      </table>
    </div>
  `;
}

function SeatName({ seat, act, mayAct }) {
  const [text, setText] = useState(null);
  if (!mayAct) return seat.name;
  if (text === null) {
    return html`<button type="button" class="quiet name" title=${say("scores.rename")} onClick=${() => setText(seat.name)}>
      ${seat.name}
    </button>`;
  }
  async function save(event) {
    event.preventDefault();
    if (!text.trim() || (await act("rename", { names: { [seat.seat]: text.trim() } }))) setText(null);
  }
  return html`<form onSubmit=${save}>
    <input
      class="short"
      value=${text}
      maxlength="40"
      autofocus
      aria-label=${say("scores.rename")}
      onInput=${(event) => setText(event.target.value)}
      onBlur=${save}
      onKeyDown=${(event) => event.key === "Escape" && setText(null)}
    />
  </form>`;
}
