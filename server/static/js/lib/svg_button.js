// What makes a part of a drawing a button, for mouse, keyboard and screen reader.
export function svgButton(act, label) {
  if (!act) return { role: "img", "aria-label": label };
  const pressed = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  };
  return { role: "button", tabindex: 0, "aria-label": label, onClick: act, onKeyDown: pressed };
}
