// Light or dark: as the device likes it, until somebody chooses.
const KEY = "stationmaster.theme";

export function applyTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen) document.documentElement.dataset.theme = chosen;
}

export function switchTheme() {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  localStorage.setItem(KEY, isDark ? "light" : "dark");
  applyTheme();
}
