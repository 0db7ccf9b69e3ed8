// The door: a code lets a device in.
import { html, useEffect, useState } from "../lib/html.js";
import { post } from "../lib/api.js";
import { say } from "../lib/words.js";
import { LanguagePicker } from "../parts/language_picker.js";

export function JoinPage({ code: given = "", onJoined }) {
  const [code, setCode] = useState(given);
  const [name, setName] = useState("");
  const [trouble, setTrouble] = useState(null);

  async function join(event) {
    event?.preventDefault();
    try {
      onJoined(await post("/join", { code, name: name.trim() || say("join.device") }));
    } catch (error) {
      setTrouble(error.message);
    }
  }

  useEffect(() => {
    if (given) join();
  }, []);

  return html`
    <main id="main" class="narrow door stack" tabindex="-1">
      <p class="brand"><img src="/icon.svg" alt="" width="40" height="40" />${say("brand")}</p>
      <form class="card stack" onSubmit=${join}>
        <h1>${say("join.title")}</h1>
        <p class="soft">${say("join.help")}</p>
        <label>
          ${say("join.code")}
          <input
            class="code"
            value=${code}
            autocomplete="off"
            autocapitalize="characters"
            maxlength="12"
            required
            onInput=${(event) => setCode(event.target.value)}
          />
        </label>
        <label>
          ${say("join.name")}
          <input value=${name} maxlength="40" onInput=${(event) => setName(event.target.value)} />
        </label>
        ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
        <button type="submit" class="strong">${say("join.button")}</button>
      </form>
      <p><${LanguagePicker} /></p>
    </main>
  `;
}
