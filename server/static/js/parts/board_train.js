// One train on the board: tiles hub-outward, doubles crosswise, free end, marker, name.
import { html } from "../lib/html.js";
import { hasBegun, pipClass } from "../lib/tiles.js";
import { svgButton } from "../lib/svg_button.js";
import { say } from "../lib/words.js";
import { degrees } from "./board.js";

export function BoardTrain({ laid, isOnTurn, isChosen, onTrain, onOwner, onTile }) {
  const { train, name, angle, stub, tiles, badge, marker, label } = laid;
  const turn = degrees(angle);
  const upright = (x, y = 0) => `rotate(${-turn} ${x} ${y})`;
  const state = say(train.is_open ? "train.open" : "train.closed");
  const summary = say("board.train", { train: train.title, end: train.asks ?? "–", count: train.tiles.length, state });
  return html`
    <g class=${["run", isOnTurn && "on-turn", isChosen && "chosen", train.may_play && "may"].filter(Boolean).join(" ")}>
      <g transform=${`rotate(${turn})`}>
        ${stub &&
        html`<g>
          <rect class="stub" x=${stub.at - 0.8} y="-0.42" width="1.6" height="0.84" rx="0.2" />
          <text aria-hidden="true" class="count" x=${stub.at} y="0.03" transform=${upright(stub.at)}>+${stub.count}</text>
        </g>`}
        ${tiles.map(
          (tile, at) => html`<${BoardTile}
            key=${`${tile.inner}-${tile.outer}`}
            tile=${tile}
            isUnsatisfied=${train.is_unsatisfied && at === tiles.length - 1}
            upright=${upright}
            onTile=${onTile}
          />`,
        )}
        <g ...${svgButton(onTrain && (() => onTrain(train.name)), summary)} class="end">
          <circle class="badge" cx=${badge} r="0.78" />
          <text aria-hidden="true" class="free" x=${badge} y="0.04" transform=${upright(badge)}>${train.asks ?? "–"}</text>
        </g>
        ${train.has_marker &&
        html`<g class="marker" transform=${`translate(${marker} 0) rotate(${-turn})`} role="img" aria-label=${say("train.marker")}>
          <circle cy="-0.32" r="0.3" />
          <path d="M-.5 .6Q-.42 -.1 0 -.1T.5 .6Z" />
        </g>`}
      </g>
      <g ...${onOwner && hasBegun(train) ? svgButton(() => onOwner(train.name), say("owner.ask", { train: train.title })) : {}} class="owner">
        <text class="name" x=${label.x} y=${label.y} text-anchor=${label.anchor} font-size=${label.size}>${name}</text>
      </g>
    </g>
  `;
}

function BoardTile({ tile, isUnsatisfied, upright, onTile }) {
  const { at, inner, outer, is_double: isDouble } = tile;
  const text = say(isDouble ? "board.double" : "board.tile", { tile: `${inner} ${outer}` });
  const words = isUnsatisfied ? `${text} ${say("board.unsatisfied")}` : text;
  const shape = isDouble ? { x: at - 0.5, y: -1, width: 1, height: 2 } : { x: at - 1, y: -0.5, width: 2, height: 1 };
  const divider = isDouble ? `M${at - 0.34} 0h.68` : `M${at} -.34v.68`;
  const spots = isDouble ? [[at, -0.5, inner], [at, 0.5, outer]] : [[at - 0.5, 0, inner], [at + 0.5, 0, outer]];
  return html`
    <g ...${svgButton(onTile && tile.seq && (() => onTile(tile.seq)), words)} class=${isUnsatisfied ? "piece waits" : "piece"}>
      <rect class="tile" ...${shape} rx="0.14" />
      <path class="divider" d=${divider} />
      ${spots.map(
        ([x, y, pips], place) =>
          html`<text aria-hidden="true" key=${place} class=${pipClass(pips)} x=${x} y=${y + 0.03} transform=${upright(x, y)}>${pips}</text>${" "}`,
      )}
    </g>
  `;
}
