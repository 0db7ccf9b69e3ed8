// Where the browser is sent at the start: to the game that is watched, else to a new one.
import { useEffect } from "../lib/html.js";
import { get } from "../lib/api.js";
import { go } from "../lib/router.js";

export function LivePage({ fail }) {
  useEffect(() => {
    get("/camera").then(({ game, camera }) => {
      if (game !== null) go(`/games/${game}/table`);
      else go(camera.state === "none" ? "/" : "/games/new");
    }, fail);
  }, []);
  return null;
}
