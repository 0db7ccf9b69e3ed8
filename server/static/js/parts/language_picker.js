// The switch of the page's language; each language is called by its own name.
import { html } from "../lib/html.js";
import { LANGUAGES, chooseLanguage, language, say } from "../lib/words.js";

export function LanguagePicker() {
  return html`
    <select
      class="language"
      value=${language()}
      aria-label=${say("language.label")}
      onChange=${(event) => chooseLanguage(event.target.value)}
    >
      ${Object.entries(LANGUAGES).map(([code, name]) => html`<option key=${code} value=${code} lang=${code}>${name}</option>`)}
    </select>
  `;
}
