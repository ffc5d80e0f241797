// A running counter: each person's figure is counted up and down while a game is played.
import { byId } from "../_dom.js";
import { addUp, signed, sumOf } from "../entry/_sums.js";
import { people } from "../plays/_sitting.js";
import { drawPeople, keyOf as keyIn, linesOf, nameOf } from "./_lines.js";
import { offerUnfinished } from "./_unfinished.js";
import { fill } from "./_words.js";

const form = byId("totals"),
  list = form.querySelector(".counter"),
  dock = byId("counter-dock"),
  box = form.querySelector(".people");
const main = dock.querySelector(".main"),
  undo = dock.querySelector(".take-back"),
  told = dock.querySelector(".told-of");
const { title, start, changes: stored } = form.elements;
const saveWord = main.textContent,
  undoWord = undo.lastElementChild.textContent;

const lines = linesOf(list.children);
const counted = new Map();
// What was changed, the newest last. The draft has it too, so that a reload leaves it to be undone.
const MOST_CHANGES = 100;
let changes = JSON.parse(stored.value || "[]");
let begins = start.value;
// The last that was done, whose name may be spelt anew.
let said = null;
// Whether somebody was asked about saving what nobody has counted.
let isAsked = false;

const seated = () => lines.filter(nameOf);
const keyOf = (line) => keyIn(line, box);
const of = (line) => counted.get(keyOf(line)) ?? signed(begins);

function draw() {
  drawPeople(lines, box);
  lines.forEach((line) => {
    const { row, figure } = line;
    const name = nameOf(line);
    if (figure !== document.activeElement) figure.value = name ? of(line) : "";
    // What everyone starts with is nobody's own figure yet: the draft leaves it out.
    const isUsual = Boolean(name) && !counted.has(keyOf(line)) && figure.value === of(line);
    figure.toggleAttribute("data-usual", isUsual);
    [figure, ...row.querySelectorAll("button")].forEach((part, at) => {
      if (name) part.ariaLabel = fill(list.dataset[["figure", "less", "more"][at]], { name });
    });
  });
  form.querySelector("[data-start]").textContent = signed(begins) || "0";
  undo.disabled = !changes.length;
  undo.lastElementChild.textContent = changes.length
    ? fill(dock.dataset.undo, { change: inWords(changes.at(-1)) })
    : undoWord;
  if (said) told.textContent = inWords(said);
  const lacks = missing();
  if (isAsked) told.textContent = fill(dock.dataset.ask, { total: signed(begins) || "0" });
  main.textContent = isAsked ? dock.dataset.anyway : (lacks?.label ?? saveWord);
  main.classList.toggle("waits", Boolean(lacks));
}

/* What is still missing before the result can be saved. */
function missing() {
  if (!seated().length)
    return { label: dock.dataset.people, stop: box?.querySelector(".person") ?? lines[0].name };
  if (title && !title.value.trim()) return { label: dock.dataset.title, stop: title };
  const isCounted = isAsked || seated().some((line) => counted.has(keyOf(line)));
  return isCounted ? null : { label: saveWord, stop: main, asks: true };
}

/* Store a figure, or forget it, and let the page hear of it: it keeps a draft. */
function set(line, text) {
  if (text === undefined) counted.delete(keyOf(line));
  else counted.set(keyOf(line), text);
  line.figure.value = of(line);
  line.figure.dispatchEvent(new Event("input", { bubbles: true }));
}

/* The line of somebody who sits; where names are typed, a change is a line's. */
const nameIn = (line) => (box ? keyOf(line) : lines.indexOf(line));
const lineOf = ({ key }) => seated().find((line) => nameIn(line) === key);
// A draft of an earlier version knows what came of it alone.
const inWords = (its) => {
  const line = lineOf(its);
  return `${line ? nameOf(line) : its.name} ${its.what ?? its.after}`;
};
const store = () => (stored.value = JSON.stringify(changes));

function change(line, text, what) {
  const key = nameIn(line);
  said = { key, name: nameOf(line), what };
  changes = [
    ...changes,
    { key, name: nameOf(line), what, before: counted.get(keyOf(line)), after: text },
  ];
  changes = changes.slice(-MOST_CHANGES);
  store();
  set(line, text);
}

/* Take what was typed into a line's figure. */
function take(line) {
  if (line.figure.value === of(line)) return;
  addUp(line.figure);
  change(line, line.figure.value, line.figure.value);
}

function count(line, by) {
  // The cursor may still be in the figure.
  take(line);
  // What is no figure, as 3×, is somebody's to finish.
  if (of(line) && sumOf(of(line)) === null) {
    line.figure.focus();
    return;
  }
  const sum = Math.round(((sumOf(of(line)) ?? 0) + by) * 100) / 100;
  change(line, signed(String(sum)), signed(by > 0 ? `+${by}` : String(by)));
}

function takeBack() {
  const { key, name, before } = changes.pop();
  said = { key, name, what: before ?? signed(begins) };
  store();
  const line = lineOf(said);
  if (line) set(line, before);
  draw();
}

/* Enter goes on to the next field, from a name to the next name. It leaves the last one, for on the
   button another Enter would save what nobody asked for. */
function goOn(event) {
  const { target } = event;
  if (event.key !== "Enter" || event.isComposing || event.defaultPrevented) return;
  if (!target.matches("input") || target.closest(".people")) return;
  event.preventDefault();
  const part = target.matches(".figure") ? "figure" : "name";
  const at = lines.findIndex((line) => line[part] === target);
  const next = at >= 0 && target.value.trim() && lines[at + 1]?.[part];
  const to = target === title ? missing()?.stop : next;
  if (to && to !== main && to.checkVisibility({ visibilityProperty: true })) to.focus();
  else target.blur();
}

function listen() {
  form.addEventListener("keydown", goOn);
  list.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    const line = button && lines.find(({ row }) => row.contains(button));
    if (!line || !nameOf(line)) return;
    count(line, Number(form.elements.by.value) * (button.className === "plus" ? 1 : -1));
  });
  list.addEventListener("change", ({ target }) => {
    const line = lines.find(({ figure }) => figure === target);
    if (line && nameOf(line)) take(line);
  });
  list.addEventListener("focusin", ({ target }) => target.matches(".figure") && target.select());
  undo.addEventListener("click", takeBack);
  start.addEventListener("input", () => {
    // Only for those who have counted nothing yet.
    begins = sumOf(start.value) === null ? "0" : start.value.trim();
  });
  form.addEventListener("submit", (event) => {
    const lacks = missing();
    if (!lacks) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    lacks.stop.focus();
    isAsked = Boolean(lacks.asks);
    draw();
  });
  ["input", "change"].forEach((name) =>
    form.addEventListener(name, () => {
      isAsked = false;
      draw();
    }),
  );
}

// What the server, or a draft, has put into the form. Places are no figures to count on from.
const { known } = form.elements;
seated().forEach((line) => {
  const { value } = line.figure;
  if (value && known.value !== "places") counted.set(keyOf(line), value);
});
known.value = "points";
// Figures that were typed elsewhere since have nothing to be undone here.
const last = new Map(changes.map((each) => [each.key, each]));
const isStale = (each) => lineOf(each) && of(lineOf(each)) !== each.after;
if ([...last.values()].some(isStale)) changes = [];
if (box)
  people(
    box,
    lines.map(({ name }) => name),
    main,
  );
listen();
draw();
offerUnfinished();
// Whoever counts already sees the buttons of the first two at once, below the people.
seated()[Math.min(seated().length, 2) - 1]?.row.scrollIntoView({ block: "nearest" });
