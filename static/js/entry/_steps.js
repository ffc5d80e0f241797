// What was done on this phone, the last thing last, so that Undo takes back just that, sent or not.
// A step says what its fields held before and after it. The phone knows the steps until the play is
// over, in each tab and after a reload.
import { byId } from "../_dom.js";
import {
  cellWith,
  controlsOf,
  cursor,
  figureOf,
  formOf,
  keyOf,
  padOf,
  rowOf,
  tell,
} from "./_cells.js";
import { addedUp, finished, signed } from "./_sums.js";

const MOST = 200;
const DOUBLE_TAP_MS = 300;
const place = `steps ${location.pathname.match(/.*\/plays\/[^/]+\//)}`;
const read = (text) => JSON.parse(text) || [];
// The columns of this page by address: whether they hold what a step has left, and how they take it
// back.
export const columns = new Map();
let all = read(localStorage.getItem(place));
let isSameTask = false;
let undoneAt = 0;

const store = () => localStorage.setItem(place, JSON.stringify(all.slice(-MOST)));
addEventListener("storage", ({ key, newValue }) => {
  if (key === place) all = read(newValue);
});
const isNothing = ({ was, now, finishes }) =>
  !finishes && Object.keys(now).every((name) => now[name] === was[name]);
const things = (text) => text.split(" ").length;
const isLonger = (one, other) =>
  things(one) === things(other) && (one.startsWith(other) || other.startsWith(one));
/* The digits of a figure or a sum, whatever their signs. */
const bare = (text) => text.replace(/[-+]/g, "");
/* Digits of one figure are one step with its sign, as is all that one tap does. */
function isPartOf(last, step) {
  if (last?.card !== step.card) return false;
  const goesOn = ([name, text]) =>
    name in last.now &&
    (isLonger(bare(text), bare(last.now[name])) || bare(last.was[name]) === bare(last.now[name]));
  return isSameTask || (step.visit === last.visit && Object.entries(step.now).every(goesOn));
}

export function add(step) {
  if (isPartOf(all.at(-1), step)) {
    const last = all.pop();
    const [was, now] = [
      { ...step.was, ...last.was },
      { ...last.now, ...step.now },
    ];
    all.push({ ...last, was, now, finishes: last.finishes || step.finishes });
  } else all.push(step);
  if (isNothing(all.at(-1))) all.pop();
  isSameTask = true;
  // A tap after something was typed is no second half of the tap before.
  undoneAt = 0;
  queueMicrotask(() => {
    isSameTask = false;
  });
  store();
}

/* What a field holds is written otherwise from now on, and is still what was typed here. */
export function rewrite(card, name, typed, text) {
  for (const step of all) if (step.card === card && step.now[name] === typed) step.now[name] = text;
  store();
}

/* From now on the server alone knows what can be taken back. */
export function forgetAll() {
  all = [];
  store();
}

/* A sign in the framed cell that has no digit yet. */
function begun() {
  const figure = cursor.cell && figureOf(cursor.cell);
  if (!figure?.value || finished(figure.value)) return null;
  const [name, { seat }] = [keyOf(figure), cursor.cell.dataset];
  return { figure, seat, was: { [name]: figure.held ?? "" }, now: { [name]: figure.value } };
}

/* The last step that still stands. What another phone has changed since is no longer this phone's
   to take back. */
export function last() {
  const sign = begun();
  if (sign) return sign;
  const changed = new Set();
  return all.findLast((step) => {
    const column = columns.get(step.card);
    const names = Object.keys(step.now);
    if (!column || names.some((name) => changed.has(step.card + name))) return false;
    if (column.holds(step)) return true;
    names.forEach((name) => changed.add(step.card + name));
    return false;
  });
}

/* Whether what a cell holds was typed on this phone. */
export const isTyped = (cell) =>
  all.some(({ card, now }) => columns.get(card)?.seat === cell.dataset.seat && keyIn(cell) in now);

/* In whose column this phone has typed last, if anywhere. */
export const lastSeat = () => all.at(-1)?.seat;

function called(cell, name) {
  const label =
    document.querySelector(`.panel [data-key="${name}"]`)?.ariaLabel || rowOf(cell).dataset.label;
  return /\d$/.test(label) ? `${label}:` : label;
}
function shown(cell, text) {
  const choice = cell.querySelector(`[type=radio][value="${text}"]`);
  return choice?.labels[0].textContent.trim() || addedUp(text) || "–";
}
const keyIn = (cell) => keyOf(controlsOf(cell)[0]);
const nothing = (seat) => formOf(seat).querySelector("[data-nothing]").firstChild.textContent;

/* What one tap did in several columns is one step. */
const withOthers = (step) =>
  all.filter(
    (each) =>
      each === step || (step.tap && each.tap === step.tap && columns.get(each.card)?.holds(each)),
  );

/* What a step did in a few words, the `change` of what was there, and what Undo leaves. */
export function describe(step) {
  const { seat, was, now } = step;
  const names = Object.keys(now);
  const [name] = names;
  const cell = name && cellWith(seat, name);
  if (!cell) return { did: byId("outbox").dataset.in, undone: "–" };
  const some = withOthers(step);
  const held = some.flatMap((each) => Object.values(each.now));
  if (held.length > 1) {
    const areZeros = held.every((each) => each === "0");
    const number = some.reduce((sum, each) => sum + (each.rest || 1), 0);
    return {
      isAlong: some.length > 1,
      did: areZeros ? byId("dock").dataset.zeros.replace("{number}", number) : nothing(seat),
      undone: "–",
    };
  }
  if (cell.dataset.kind && !padOf(cell).isOneWord)
    return { did: padOf(cell).did?.(cell, was[name], now[name]) || called(cell, name) };
  const [label, undone] = [called(cell, name), shown(cell, was[name])];
  const former = undone === "–" ? "" : `${undone}\u00a0→\u00a0`;
  const after = shown(cell, now[name]);
  return { did: `${label}\u00a0${after}`, change: `${label}\u00a0${former}${after}`, undone };
}

/* Take back the last step. Returns it with the words of what it `did` and of how many columns, null
   for the second half of a double tap, and undefined if there is no step. */
export function takeBack() {
  const step = last();
  if (Date.now() - undoneAt < DOUBLE_TAP_MS) return null;
  if (!step) return undefined;
  undoneAt = Date.now();
  const { did, change = did } = describe(step);
  if (step.figure) {
    step.figure.value = signed(step.figure.held ?? "");
    tell(step.figure);
    return { ...step, did, columns: 1 };
  }
  const some = withOthers(step);
  all = all.filter((each) => !some.includes(each));
  store();
  some.forEach((each) => columns.get(each.card).takeBack(each));
  return { ...some[0], did: change, columns: some.length };
}
