// The page's address after the #, as parts: #/games/3/scores gives ["games", "3", "scores"].
import { useEffect, useState } from "./html.js";

const parts = () => location.hash.replace(/^#\/?/, "").split("/").filter(Boolean);

export function useRoute() {
  const [route, setRoute] = useState(parts);
  useEffect(() => {
    const changed = () => setRoute(parts());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

export function go(path) {
  location.hash = path;
}
