// Entries of a game's totals that were begun and not saved. Each has a key of its own for the
// people whom the address names, if any: those are never overruled by others, whose entry is
// offered instead.
import { byId } from "../_dom.js";
import { fill } from "./_words.js";

const form = byId("totals"),
  line = byId("unfinished");
const { of: game, people } = line.dataset;
const end = ` ${form.id}`,
  own = `draft ${form.dataset.draftOf}${end}`;
const NAMED = /^( \[.*\])?$/;

function isOther(key) {
  const begin = `draft ${game}`;
  if (key === own || !key.startsWith(begin) || !key.endsWith(end)) return false;
  return NAMED.test(key.slice(begin.length, -end.length));
}
const stored = (key) => JSON.parse(localStorage.getItem(key));
const namesIn = (key) =>
  Object.entries(stored(key).fields)
    .filter(([name, { value }]) => name.startsWith("player-") && value.trim())
    .map(([, { value }]) => value.trim());

/* Take over an entry as that of this page. */
function adopt(key) {
  localStorage.setItem(own, localStorage.getItem(key));
  localStorage.removeItem(key);
  location.reload();
}
/* Go to the page of an entry: to its address belong the people it was begun with. */
function goOn(key) {
  const asked = new URLSearchParams(location.search);
  asked.delete("player");
  const begun = key.slice(`draft ${game}`.length, -end.length);
  JSON.parse(begun || "[]").forEach((name) => asked.append("player", name));
  location.replace(`${location.pathname}?${asked}`);
}

function say(text, key) {
  const told = line.content.cloneNode(true).firstElementChild;
  const [goesOn, discard] = told.querySelectorAll("button");
  told.prepend(text);
  if (key === own) goesOn.remove();
  else goesOn.addEventListener("click", () => goOn(key));
  discard.addEventListener("click", () => {
    localStorage.removeItem(key);
    if (key === own) location.reload();
    else told.remove();
  });
  // Within the form, a tap would store it once more.
  form.before(told);
}

/* Say which entries there are; one of the same people, or any if none are named, becomes this
   one. */
export function offerUnfinished() {
  const others = Object.keys(localStorage).filter(isOther);
  const named = JSON.parse(people).sort().join("\n");
  const same = others.find((key) => !named || namesIn(key).sort().join("\n") === named);
  const hasOwn = localStorage.getItem(own);
  if (same && !hasOwn) return adopt(same);
  others.forEach((key) => say(fill(line.dataset.other, { names: namesIn(key).join(", ") }), key));
  if (hasOwn) say(line.dataset.own, own);
}
