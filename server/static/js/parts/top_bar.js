// The bar on top: where one is, where one can go, whether the line is up.
import { html } from "../lib/html.js";
import { switchTheme } from "../lib/theme.js";
import { say } from "../lib/words.js";
import { LanguagePicker } from "./language_picker.js";

export function TopBar({ game, page, role, line }) {
  const links = game
    ? [
        ["table", `#/games/${game}/table`, "nav.table"],
        ["scores", `#/games/${game}/scores`, "nav.scores"],
        ...(role === "watcher" ? [] : [["best", `#/games/${game}/best`, "nav.best"]]),
      ]
    : [];
  return html`
    <header class="top">
      <a class="brand" href="#/"><img src="/icon.svg" alt="" width="28" height="28" />${say("brand")}</a>
      <nav aria-label=${say("nav.label")}>
        ${links.map(
          ([name, href, word]) =>
            html`<a key=${name} href=${href} aria-current=${page === name ? "page" : undefined}>${say(word)}</a>`,
        )}
        ${!game &&
        role === "host" &&
        html`<a href="#/devices" aria-current=${page === "devices" ? "page" : undefined}>${say("nav.devices")}</a>`}
      </nav>
      <span class="spring"></span>
      ${role === "watcher" && html`<span class="chip">${say("role.watcher")}</span>`}
      ${line && html`<span class=${`line ${line}`} role="status">${say(`line.${line}`)}</span>`}
      <${LanguagePicker} />
      <button type="button" class="quiet icon" aria-label=${say("button.theme")} onClick=${switchTheme}>◐</button>
    </header>
  `;
}
