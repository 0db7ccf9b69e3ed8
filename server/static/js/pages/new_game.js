// A new game: who sits there, clockwise, and by which rules.
import { html, useEffect, useState } from "../lib/html.js";
import { command, get, post, put } from "../lib/api.js";
import { go } from "../lib/router.js";
import { say } from "../lib/words.js";
import { CameraPicker } from "../parts/camera_picker.js";
import { SeatsForm } from "../parts/seats_form.js";
import { TopBar } from "../parts/top_bar.js";

const FEWEST = 2;
const MOST = 12;
const SETS = [6, 9, 12, 15, 18];

export function NewGamePage({ fail }) {
  const [players, setPlayers] = useState(["", "", "", ""]);
  const [presets, setPresets] = useState([]);
  const [preset, setPreset] = useState("house");
  const [maxPip, setMaxPip] = useState(12);
  const [blank, setBlank] = useState("");
  const [status, setStatus] = useState(null);
  const [places, setPlaces] = useState({ first: 0, clockwise: true, starter: "" });
  useEffect(() => {
    get("/presets").then(setPresets, fail);
  }, []);

  async function begin(event) {
    event.preventDefault();
    const knobs = [`max_pip=${maxPip}`, ...(blank === "" ? [] : [`double_blank=${blank}`])];
    const body = { rules: `${preset}(${knobs.join(",")})`, players: named };
    try {
      const { id, seats } = await post("/games", body);
      const names = seats.map((each) => each.seat);
      if (places.starter !== "") await command(id, "start_round", { starter: names[places.starter] });
      if (watches) await put(`/games/${id}/camera`, { seats: asTheySit(names, places) });
      go(`/games/${id}/table`);
    } catch (error) {
      fail(error);
    }
  }

  const named = players.map((each, at) => each.trim() || say("new.player", { number: at + 1 }));
  // A game's seats are numbered as the players are.
  const seats = named.map((name, at) => ({ seat: `P${at + 1}`, name }));
  const watches = status !== null && status.camera.state !== "none";
  const setPlayer = (at, name) => setPlayers(players.map((each, place) => (place === at ? name : each)));
  const sentences = presets.find((each) => each.name === preset)?.sentences ?? [];
  return html`
    <${TopBar} page="games" role="host" />
    <main id="main" class="narrow" tabindex="-1">
      <form class="stack" onSubmit=${begin}>
        <h1>${say("new.title")}</h1>
        <${CameraPicker} status=${status} onStatus=${setStatus} seats=${asTheySit(seats, places)} fail=${fail} />
        <fieldset class="card stack">
          <legend>${say("new.players")}</legend>
          <p class="soft">${say("new.players_help")}</p>
          ${players.map(
            (name, at) => html`
              <div class="row" key=${at}>
                <span class="seat" aria-hidden="true">${at + 1}</span>
                <input
                  class="wide"
                  value=${name}
                  maxlength="40"
                  aria-label=${say("new.player", { number: at + 1 })}
                  placeholder=${say("new.player", { number: at + 1 })}
                  onInput=${(event) => setPlayer(at, event.target.value)}
                />
                <button
                  type="button"
                  class="quiet icon"
                  disabled=${players.length <= FEWEST}
                  aria-label=${say("new.remove", { number: at + 1 })}
                  onClick=${() => setPlayers(players.filter((_, place) => place !== at))}
                >
                  ✕
                </button>
              </div>
            `,
          )}
          <button type="button" disabled=${players.length >= MOST} onClick=${() => setPlayers([...players, ""])}>
            ${say("new.add")}
          </button>
          ${watches && html`<${SeatsForm} players=${players} places=${places} onPlaces=${setPlaces} />`}
        </fieldset>
        <fieldset class="card stack">
          <legend>${say("new.rules")}</legend>
          <div class="grid2">
            <label>
              ${say("new.preset")}
              <select value=${preset} onChange=${(event) => setPreset(event.target.value)}>
                ${presets.map(({ name }) => html`<option key=${name} value=${name}>${say(`preset.${name}`)}</option>`)}
              </select>
            </label>
            <label>
              ${say("new.set")}
              <select value=${maxPip} onChange=${(event) => setMaxPip(Number(event.target.value))}>
                ${SETS.map((each) => html`<option key=${each} value=${each}>${say("new.double", { max: each })}</option>`)}
              </select>
            </label>
            <label>
              ${say("new.blank")}
              <input
                type="number"
                min="0"
                max="100"
                value=${blank}
                placeholder=${say("new.blank_default")}
                onInput=${(event) => setBlank(event.target.value)}
              />
            </label>
          </div>
          <details>
            <summary>${say("new.aloud")}</summary>
            <ol class="soft">${sentences.map((each) => html`<li key=${each.key}>${say(each)}</li>`)}</ol>
          </details>
        </fieldset>
        <button type="submit" class="strong big">${say("new.begin")}</button>
      </form>
    </main>
  `;
}

// Seats in order of play, as they sit clockwise in the picture, the one nearest to its lower edge first.
function asTheySit(seats, { first, clockwise }) {
  const at = first < seats.length ? first : 0;
  const turned = [...seats.slice(at), ...seats.slice(0, at)];
  return clockwise ? turned : [turned[0], ...turned.slice(1).reverse()];
}
