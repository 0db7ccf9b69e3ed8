// Every sentence that a person sees comes from a catalogue file, one per language.
//
// A sentence's slots are {name} or {name:form}. With a form a number is counted ({count:tiles} is "number.tiles" in its
// plural form), another saying is inflected ({train:on} is the same name with ".on" where the catalogue has that), and a
// list is joined by "or" ({rivals:or}). A saying is a sentence in no language yet: { key, slots }, as the server sends it.
const SOURCE = "en"; // what another language lacks is said in it
const KEY = "stationmaster.language";

export const LANGUAGES = { en: "English", es: "Español", eu: "Euskara", hu: "Magyar", ro: "Română" };

let catalogue = {};
let tongue = null;
let redraw = () => {};

// The language that somebody chose on this device, else the one that the server finds best for it.
export async function loadWords() {
  const chosen = localStorage.getItem(KEY);
  await speak(chosen in LANGUAGES ? chosen : (await fetched("/api/language")).language);
}

export async function chooseLanguage(language) {
  localStorage.setItem(KEY, language);
  await speak(language);
  redraw();
}

// What to do when the language has changed.
export function onLanguage(act) {
  redraw = act;
}

async function speak(language) {
  const files = [...new Set([SOURCE, language])];
  const parts = await Promise.all(files.map((each) => fetched(`/words/${each}.json`)));
  catalogue = Object.assign({}, ...parts);
  const points = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  tongue = {
    language,
    number: points,
    plural: new Intl.PluralRules(language),
    and: new Intl.ListFormat(language, { type: "conjunction" }),
    or: new Intl.ListFormat(language, { type: "disjunction" }),
    clock: new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }),
    day: new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", year: "numeric" }),
  };
  document.documentElement.lang = language;
}

async function fetched(path) {
  return (await fetch(path)).json();
}

export const language = () => tongue?.language ?? SOURCE;

// The sentence of that name with its slots filled; or a saying.
export function say(name, slots = {}) {
  if (typeof name !== "string") return say(name.key, name.slots);
  return filled(catalogue[name] ?? name, slots);
}

// A saying that stands alone: it begins with a capital whatever fills its first slot.
export function sentence(saying) {
  const text = say(saying);
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

function filled(text, slots) {
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, slot, form) => (slot in slots ? part(slots[slot], form) : whole));
}

function part(filling, form) {
  if (typeof filling === "number") return form ? counted(filling, form) : tongue.number.format(filling);
  if (Array.isArray(filling)) return tongue[form === "or" ? "or" : "and"].format(filling.map((each) => part(each)));
  if (filling === null || typeof filling !== "object") return String(filling);
  const inflected = `${filling.key}.${form}`;
  return say(knows(inflected) ? inflected : filling.key, filling.slots);
}

function counted(number, form) {
  const forms = catalogue[`number.${form}`];
  return filled(forms[tongue.plural.select(number)] ?? forms.other, { n: number });
}

// Whether the catalogue has a sentence of that name.
export const knows = (name) => name in catalogue;

export function points(value) {
  return value === undefined || value === null ? "–" : tongue.number.format(value);
}

export const clock = (at) => tongue.clock.format(new Date(at));
export const day = (at) => tongue.day.format(new Date(at));

// What an event says, as a sentence; who did it may be unknown.
export function eventSentence({ kind, slots }) {
  const name = `event.${kind}`;
  const anonymous = `${name}.nobody`;
  return sentence({ key: !slots.seat && knows(anonymous) ? anonymous : name, slots });
}
