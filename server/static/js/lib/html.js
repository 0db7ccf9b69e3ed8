// Preact with htm: markup in template strings, no build step.
import { h } from "../../vendor/preact.js";
import htm from "../../vendor/htm.js";

export const html = htm.bind(h);
export { render } from "../../vendor/preact.js";
export { useCallback, useEffect, useMemo, useRef, useState } from "../../vendor/hooks.js";
