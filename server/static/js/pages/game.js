// A game's pages share one live view.
import { html, useCallback, useEffect, useState } from "../lib/html.js";
import { command } from "../lib/api.js";
import { watchGame } from "../lib/live.js";
import { go } from "../lib/router.js";
import { say } from "../lib/words.js";
import { TopBar } from "../parts/top_bar.js";
import { BestPage } from "./best.js";
import { ScoresPage } from "./scores.js";
import { TablePage } from "./table.js";

const newer = (old, view) => (old && old.version > view.version ? old : view);

export function GamePages({ game, page, role, fail }) {
  const [view, setView] = useState(null);
  const [line, setLine] = useState("connecting");
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const onState = (state) => {
      if (state === "stranger") location.reload();
      if (state === "missing") go("/");
      setLine(state);
    };
    return watchGame(game, { onView: (next) => setView((old) => newer(old, next)), onState });
  }, [game]);

  const act = useCallback(
    async (kind, fields) => {
      setBusy(true);
      try {
        const next = await command(game, kind, fields);
        setView((old) => newer(old, next));
        return true;
      } catch (error) {
        fail(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [game],
  );

  const mayAct = role !== "watcher";
  const Page = page === "scores" ? ScoresPage : page === "best" && mayAct ? BestPage : TablePage;
  return html`
    <${TopBar} game=${game} page=${page} role=${role} line=${line} />
    ${view
      ? html`<${Page} view=${view} act=${act} mayAct=${mayAct} busy=${busy} role=${role} fail=${fail} />`
      : html`<main id="main" class="narrow" tabindex="-1"><p class="soft">${say("game.loading")}</p></main>`}
  `;
}
