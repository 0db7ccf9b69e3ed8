// What a seat has left: tiles to tap together, or points as they were written down.
import { html, useState } from "../lib/html.js";
import { post, postPhoto } from "../lib/api.js";
import { isCounting } from "../lib/counting.js";
import { laidTiles, spoken } from "../lib/tiles.js";
import { points, say } from "../lib/words.js";
import { PhotoButton } from "./photo_button.js";
import { PhotoReveal } from "./photo_reveal.js";
import { TileFace } from "./tile_face.js";
import { TilePicker } from "./tile_picker.js";

export function HandForm({ view, seat, act, busy, fail }) {
  const shown = view.scores.hands.find((each) => each.seat === seat.seat);
  const entered = view.scores.entered[seat.seat];
  const [tiles, setTiles] = useState(null);
  const [written, setWritten] = useState("");
  const [photo, setPhoto] = useState(null);
  const [reading, setReading] = useState(false);
  const isOut = view.round.over?.winner === seat.seat;

  async function reveal(hand) {
    if (await act("reveal", { seat: seat.seat, tiles: hand })) {
      setTiles(null);
      setPhoto(null);
    }
  }
  const count = (file) => look(() => postPhoto(`/games/${view.id}/photos?seat=${seat.seat}`, file));
  const countFromTable = () => look(() => post(`/games/${view.id}/hands/${seat.seat}/still`));
  async function look(ask) {
    setReading(true);
    try {
      setPhoto(await ask());
    } catch (error) {
      fail(error);
    } finally {
      setReading(false);
    }
  }
  async function write(event) {
    event.preventDefault();
    if (await act("score", { seat: seat.seat, points: written })) setWritten("");
  }

  if (photo) {
    return html`<article class="card stack hand counting">
      <h3>${seat.name}</h3>
      <${PhotoReveal} key=${photo.picture} view=${view} seat=${seat} photo=${photo} busy=${busy} onConfirm=${reveal} onCancel=${() => setPhoto(null)} />
    </article>`;
  }
  const known = entered ?? shown?.value ?? (isOut ? 0 : null);
  return html`
    <article class="card stack hand">
      <div class="between">
        <h3>${seat.name}</h3>
        <output class="value">${points(known)}</output>
      </div>
      ${tiles === null && shown && html`<div class="tiles">${shown.tiles.map((tile) => html`<${TileFace} key=${tile} tile=${tile} />`)}
        ${shown.tiles.length === 0 && html`<span class="soft">${say("hands.none")}</span>`}
      </div>`}
      ${tiles === null
        ? html`<div class="row">
            <${PhotoButton}
              text=${say(reading ? "photo.reading" : "hands.photo")}
              label=${say("hands.photo_label", { seat: seat.name })}
              camera
              kind=${shown ? "" : "strong"}
              disabled=${busy || reading}
              onPhoto=${count}
            />
            <${PhotoButton}
              text=${say("hands.picture")}
              label=${say("hands.picture_label", { seat: seat.name })}
              kind="touch"
              disabled=${busy || reading}
              onPhoto=${count}
            />
            ${isSeen(view) &&
            html`<button
              type="button"
              aria-label=${say("hands.table_label", { seat: seat.name })}
              disabled=${busy || reading}
              onClick=${countFromTable}
            >
              ${say("hands.table")}
            </button>`}
            <button type="button" onClick=${() => setTiles(shown?.tiles ?? [])}>${say(shown ? "hands.change" : "hands.tiles")}</button>
            ${!shown && html`<button type="button" disabled=${busy} onClick=${() => reveal([])}>${say("hands.none")}</button>`}
            <form class="row" onSubmit=${write}>
              <input
                class="short"
                value=${written}
                pattern="-?[0-9]{1,6}(/[1-9][0-9]{0,3})?"
                required
                inputmode="numeric"
                aria-label=${say("hands.points", { seat: seat.name })}
                placeholder=${say("hands.points_hint")}
                onInput=${(event) => setWritten(event.target.value)}
              />
              <button type="submit" disabled=${busy}>${say("hands.write")}</button>
            </form>
          </div>`
        : html`<${Editing} view=${view} tiles=${tiles} busy=${busy} onTiles=${setTiles} onSave=${() => reveal(tiles)} />`}
    </article>
  `;
}

// Whether the camera may look at hands: they are private until the round is at its end.
const isSeen = (view) => isCounting(view) && ["watching", "ended"].includes(view.camera.state);

function Editing({ view, tiles, busy, onTiles, onSave }) {
  const taken = laidTiles(view.round);
  for (const each of [...tiles, ...view.scores.hands.flatMap((hand) => hand.tiles)]) taken.add(each);
  return html`
    <div class="tiles">
      ${tiles.map(
        (tile) => html`<button
          key=${tile}
          type="button"
          class="choice"
          aria-label=${say("hands.remove", { tile: spoken(tile) })}
          onClick=${() => onTiles(tiles.filter((each) => each !== tile))}
        >
          <${TileFace} tile=${tile} />
        </button>`,
      )}
      ${tiles.length === 0 && html`<span class="soft">${say("hands.tap")}</span>`}
    </div>
    <${TilePicker}
      maxPip=${view.max_pip}
      taken=${taken}
      asks=${null}
      busy=${busy}
      onPick=${(tile) => !tiles.includes(tile) && onTiles([...tiles, tile])}
      label=${say("hands.pick")}
    />
    <button type="button" class="strong" disabled=${busy} onClick=${onSave}>${say("hands.save")}</button>
  `;
}
