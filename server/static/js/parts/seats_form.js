// How people sit in the picture, and who starts.
import { html } from "../lib/html.js";
import { say } from "../lib/words.js";

export function SeatsForm({ players, places, onPlaces }) {
  const names = players.map((each, at) => each.trim() || say("new.player", { number: at + 1 }));
  const set = (name, read) => (event) => onPlaces({ ...places, [name]: read(event.target.value) });
  const seats = names.map((each, at) => html`<option key=${at} value=${at}>${each}</option>`);
  return html`
    <div class="grid2 seats-form">
      <label>
        ${say("seats.first")}
        <select value=${places.first} onChange=${set("first", Number)}>${seats}</select>
      </label>
      <label>
        ${say("seats.direction")}
        <select value=${places.clockwise ? "clockwise" : "counterclockwise"} onChange=${set("clockwise", (way) => way === "clockwise")}>
          ${["clockwise", "counterclockwise"].map((way) => html`<option key=${way} value=${way}>${say(`seats.${way}`)}</option>`)}
        </select>
      </label>
      <label>
        ${say("seats.starter")}
        <select value=${places.starter} onChange=${set("starter", (at) => (at === "" ? "" : Number(at)))}>
          <option value="">${say("seats.as_seen")}</option>
          ${seats}
        </select>
      </label>
    </div>
  `;
}
