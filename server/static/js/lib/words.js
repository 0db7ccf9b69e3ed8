// Every sentence that a person sees comes from a catalogue file.
let catalogue = {};

export async function loadWords(language) {
  const answer = await fetch(`/words/${language}.json`);
  catalogue = await answer.json();
}

// The sentence of that name, with {slots} filled in.
export function say(name, slots = {}) {
  const text = catalogue[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, slot) => slots[slot] ?? whole);
}

// Whether the catalogue has a sentence of that name.
export const knows = (name) => name in catalogue;

export function points(value) {
  return value === undefined || value === null ? "–" : String(Math.round(value * 100) / 100);
}

export function clock(at) {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

export function day(at) {
  return new Date(at).toLocaleDateString([], { weekday: "short", day: "numeric", month: "short", year: "numeric" });
}

// What an event says, as a sentence; who did it may be unknown.
export function eventSentence({ kind, slots }) {
  const name = `event.${kind}`;
  const anonymous = `${name}.nobody`;
  return say(!slots.seat && knows(anonymous) ? anonymous : name, slots);
}
