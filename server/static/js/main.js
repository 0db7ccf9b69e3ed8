// Starts the page: words, theme, then whatever the address names.
import { html, render, useCallback, useEffect, useState } from "./lib/html.js";
import { get } from "./lib/api.js";
import { go, useRoute } from "./lib/router.js";
import { applyTheme } from "./lib/theme.js";
import { loadWords, onLanguage, say } from "./lib/words.js";
import { Notice } from "./parts/notice.js";
import { CountPage } from "./pages/count.js";
import { DevicesPage } from "./pages/devices.js";
import { GamePages } from "./pages/game.js";
import { GamesPage } from "./pages/games.js";
import { JoinPage } from "./pages/join.js";
import { LivePage } from "./pages/live.js";
import { NewGamePage } from "./pages/new_game.js";

function App() {
  const [first, second, third] = useRoute();
  const [role, setRole] = useState(undefined);
  const [trouble, setTrouble] = useState(null);
  const fail = useCallback((error) => setTrouble(error.message), []);

  useEffect(() => {
    get("/me").then((me) => setRole(me.role), fail);
  }, []);

  if (role === undefined) return html`<${Notice} text=${trouble} onClose=${() => setTrouble(null)} />`;
  const joined = (me) => {
    setRole(me.role);
    go("/");
  };
  let page;
  if (role === null || first === "join") page = html`<${JoinPage} code=${second} onJoined=${joined} />`;
  else if (first === "games" && second === "new") page = html`<${NewGamePage} fail=${fail} />`;
  else if (first === "games" && second)
    page = html`<${GamePages} key=${second} game=${second} page=${third ?? "table"} role=${role} fail=${fail} />`;
  else if (first === "count") page = html`<${CountPage} role=${role} fail=${fail} />`;
  else if (first === "live") page = html`<${LivePage} fail=${fail} />`;
  else if (first === "devices") page = html`<${DevicesPage} role=${role} fail=${fail} />`;
  else page = html`<${GamesPage} role=${role} fail=${fail} />`;
  return html`
    <a class="skip" href="#main" onClick=${skip}>${say("nav.skip")}</a>
    ${page}
    <${Notice} text=${trouble} onClose=${() => setTrouble(null)} />
  `;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

applyTheme();
await loadWords();
const draw = () => render(html`<${App} />`, document.getElementById("app"));
onLanguage(draw);
draw();
