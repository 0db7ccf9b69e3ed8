// The board as a drawing: the hub in the middle, trains going out, each by its place.
import { html } from "../lib/html.js";
import { layoutBoard } from "../lib/board_layout.js";
import { ends, pipClass, spoken } from "../lib/tiles.js";
import { say } from "../lib/words.js";
import { BoardTrain } from "./board_train.js";

export function Board({ view, whole, chosen, onTrain, onOwner, onTile }) {
  const { round, seats } = view;
  const trains = [...round.trains].sort(bySlot);
  const names = trains.map((train) => nameOf(train, seats));
  const { hub, trains: laid, box } = layoutBoard(trains, names, whole);
  const engine = round.engine ? ends(round.engine) : null;
  return html`
    <svg class="board" viewBox=${box.map((each) => each.toFixed(2)).join(" ")} role="group" aria-label=${say("table.board")}>
      <circle class="hub" r=${hub} />
      ${laid.map(
        (each) => html`<path
          key=${each.train.name}
          class=${`groove ${each.train.may_play ? "may" : ""}`}
          transform=${`rotate(${degrees(each.angle)})`}
          d=${`M${hub - 0.45} 0h.3`}
        />`,
      )}
      ${engine &&
      html`<g role="img" aria-label=${say("board.engine", { tile: spoken(round.engine) })}>
        <rect class="tile" x="-0.75" y="-1.5" width="1.5" height="3" rx="0.22" />
        <path class="divider" d="M-.5 0H.5" />
        <text aria-hidden="true" class=${`${pipClass(engine[0])} engine`} x="0" y="-0.72">${engine[0]}</text>
        <text aria-hidden="true" class=${`${pipClass(engine[1])} engine`} x="0" y="0.78">${engine[1]}</text>
      </g>`}
      ${laid.map(
        (each) => html`<${BoardTrain}
          key=${each.train.name}
          laid=${each}
          isOnTurn=${each.train.seat !== null && each.train.seat === round.turn.seat && !round.over}
          isChosen=${each.train.name === chosen}
          onTrain=${onTrain}
          onOwner=${onOwner}
          onTile=${onTile}
        />`,
      )}
    </svg>
  `;
}

export const degrees = (angle) => ((angle * 180) / Math.PI).toFixed(2);

// Trains in known slots lie in that order; the others keep the order of the seats.
function bySlot(a, b) {
  return a.slot === null || b.slot === null ? 0 : a.slot - b.slot;
}

function nameOf(train, seats) {
  if (train.name === "MX") return say("train.mexican");
  return seats.find((each) => each.seat === train.seat)?.name ?? say(train.title);
}
