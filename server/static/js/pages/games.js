// The list of games: begin, resume, delete.
import { html, useEffect, useState } from "../lib/html.js";
import { get, remove } from "../lib/api.js";
import { day, say } from "../lib/words.js";
import { TopBar } from "../parts/top_bar.js";

export function GamesPage({ role, fail }) {
  const [games, setGames] = useState(null);
  const load = () => get("/games").then(setGames, fail);
  useEffect(() => {
    load();
  }, []);

  return html`
    <${TopBar} page="games" role=${role} />
    <main id="main" class="narrow stack" tabindex="-1">
      <div class="between">
        <h1>${say("games.title")}</h1>
        <span class="row">
          ${role !== "watcher" && html`<a class="button" href="#/count">${say("games.count")}</a>`}
          ${role === "host" && html`<a class="button strong" href="#/games/new">${say("games.new")}</a>`}
        </span>
      </div>
      ${games?.length === 0 &&
      html`<div class="card empty"><img src="/icon.svg" alt="" width="64" height="64" /><p>${say("games.none")}</p></div>`}
      <ul class="plain stack">
        ${(games ?? []).map(
          (each) => html`<${GameCard} key=${each.id} game=${each} role=${role} onGone=${load} fail=${fail} />`,
        )}
      </ul>
    </main>
  `;
}

function GameCard({ game, role, onGone, fail }) {
  const [asks, setAsks] = useState(false);
  const progress = game.is_over
    ? say("games.over", { winners: game.leaders })
    : say("games.progress", { played: game.rounds_played, of: game.round_count });
  return html`
    <li class="card between">
      <a class="game" href=${`#/games/${game.id}/table`}>
        <strong>${game.players.join(", ")}</strong>
        <span class="soft">${day(game.changed_at)} · ${progress}</span>
      </a>
      ${role === "host" &&
      (asks
        ? html`<span class="row">
            <button type="button" class="danger" onClick=${() => remove(`/games/${game.id}`).then(onGone, fail)}>
              ${say("games.delete_sure")}
            </button>
            <button type="button" class="quiet" onClick=${() => setAsks(false)}>${say("button.cancel")}</button>
          </span>`
        : html`<button
            type="button"
            class="quiet"
            aria-label=${say("games.delete_label", { players: game.players })}
            onClick=${() => setAsks(true)}
          >
            ${say("games.delete")}
          </button>`)}
    </li>
  `;
}
