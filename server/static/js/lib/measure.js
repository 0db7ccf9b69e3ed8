// How wide something is on the page, kept up to date.
import { useEffect, useState } from "./html.js";

export function useWidth(ref, first) {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const watch = new ResizeObserver(() => ref.current && setWidth(ref.current.getBoundingClientRect().width));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return width;
}
