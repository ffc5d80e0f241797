// A play by its results: who was there, what each came to, and who has won.
import { button, byId } from "../_dom.js";
import { begin, keysFor, typed } from "../entry/_keys.js";
import { addUp, signed, sumOf } from "../entry/_sums.js";
import { people } from "../plays/_sitting.js";
import { drawPeople, keyOf, linesOf, nameOf } from "./_lines.js";
import { offerUnfinished } from "./_unfinished.js";
import { fill, folded, paragraph, written } from "./_words.js";

const CLEAR = "clear",
  ERASE = "erase",
  OUT = "out",
  MINUS = "−";
const form = byId("totals"),
  table = form.querySelector(".tally"),
  dock = byId("totals-dock");
const main = dock.querySelector(".main"),
  told = dock.querySelector(".told-of"),
  pad = dock.querySelector(".keys"),
  pair = dock.querySelector(".abreast"),
  box = form.querySelector(".people"),
  counterRow = byId("to-counter");
const { title, nobody, wins } = form.elements;
const words = dock.dataset,
  { lang } = document.documentElement,
  saveWord = main.textContent,
  usual = form.querySelector("[data-usual]");

const lines = linesOf(table.querySelectorAll("tbody tr"));
const entered = new Map();
// The line of the figure that the keys type into.
let current = null;

const seated = () => lines.filter(nameOf);
const known = () => form.elements.known.value;
const partOf = () => (known() === "places" ? "place" : "points");
const of = (line) => {
  const key = keyOf(line, box);
  if (!entered.has(key)) entered.set(key, { points: "", place: "", out: false, won: false });
  return entered.get(key);
};
const placeOf = (line) => (of(line).out ? null : sumOf(of(line).place));
const isBlank = (line) => {
  if (known() === "winner") return false;
  return !of(line)[partOf()].trim() && !(known() === "places" && of(line).out);
};

/* What the title is won by, where it is the title of a game that is known. */
const winsOfTitle = () =>
  title && [...title.list.options].find((option) => folded(option.value) === folded(title.value));
const isFewest = () =>
  (wins.value || winsOfTitle()?.dataset.wins || usual.dataset.wins) === "fewest";

/* Who is in front by the points, as far as they are known. */
function leaders() {
  const sums = seated().map((line) => [line, sumOf(of(line).points)]);
  const counted = sums.filter(([, sum]) => sum !== null);
  const best = Math[isFewest() ? "min" : "max"](...counted.map(([, sum]) => sum));
  return counted.filter(([, sum]) => sum === best).map(([line]) => line);
}

/* The first place that cannot be: after two in the second comes the fourth. */
function unfit() {
  const places = seated()
    .map(placeOf)
    .filter((place) => place !== null)
    .sort((a, b) => a - b);
  const wrong = places.findIndex((place) => place !== places.indexOf(place) + 1);
  return wrong < 0 ? null : { place: places[wrong], next: wrong + 1 };
}

/* The crown follows points and places; a tap gives it where points are tied, or nobody counts. */
function drawCrowns() {
  const first = known() === "points" ? leaders() : [];
  const isTied = first.length > 1;
  seated().forEach((line) => {
    const { won } = line;
    const isFirst = first.includes(line) || (known() === "places" && placeOf(line) === 1);
    const mayTap = known() === "winner" || (isTied && isFirst);
    if (!mayTap) of(line).won = false;
    won.disabled = !mayTap;
    won.checked = mayTap ? of(line).won : isFirst;
    const isOpen = isTied && isFirst && !first.some((each) => of(each).won);
    won.parentElement.classList.toggle("maybe", isOpen);
  });
  if (seated().some((line) => of(line).won)) nobody.checked = false;
  return first;
}

/* What stands where no figure does: won or lost, out, or that it is not known. */
function wordOf(line) {
  if (known() === "places") return of(line).out ? words.out : "";
  if (known() === "points") return "";
  const isDecided = nobody.checked || seated().some((each) => of(each).won);
  if (!isDecided) return "";
  return of(line).won ? words.won : words.lost;
}

function drawLines() {
  drawPeople(lines, box);
  lines.forEach((line) => {
    const { figure } = line;
    const name = nameOf(line);
    const its = name ? of(line) : { points: "", place: "", out: false };
    if (figure.value !== its[partOf()]) figure.value = its[partOf()];
    const word = name ? wordOf(line) : "";
    figure.placeholder = word || "–";
    figure.classList.toggle("says", Boolean(word));
    figure.ariaLabel = name && fill(table.dataset[partOf()], { name });
    line.won.ariaLabel = name && fill(table.dataset.won, { name });
    line.out.checked = known() === "places" && its.out;
    if (!name) [line.won.checked, line.won.disabled] = [false, true];
  });
}

const blankAfter = (line) => {
  const all = seated();
  const start = all.indexOf(line) + 1;
  return [...all.slice(start), ...all.slice(0, start)].find(isBlank);
};

/* What is still missing: what the button says of it, and where a tap on it leads. */
function missing() {
  const someone = box?.querySelector(".person") || lines[0].name;
  // A place is one tap, after which the next is asked for: the button skips nobody.
  const isAsked = known() === "places" && current && isBlank(current);
  const next = isAsked ? current : blankAfter(current);
  if (title && !title.value.trim()) return { label: words.title, waits: true, stop: title };
  if (!seated().length) return { label: words.people, waits: true, stop: someone };
  if (next) {
    const label = fill(words.next, { name: nameOf(next) });
    return { label, waits: next === current, stop: next.figure };
  }
  const isOpen = known() === "winner" && !nobody.checked && !seated().some((line) => of(line).won);
  if (isOpen) return { label: words.crown, waits: true, stop: seated()[0].won };
  if (known() !== "places") return null;
  const wrong = unfit();
  const line = wrong ? seated().find((each) => placeOf(each) === wrong.place) : seated()[0];
  const isFine = !wrong && seated().some((each) => placeOf(each) === 1);
  return isFine ? null : { label: saveWord, waits: true, stop: line.figure };
}

/* What the dock says: who is tied, that nobody won, or whose figure the keys type. */
function toldNow(first, lacks) {
  const isTied = known() === "points" && first.length > 1 && !first.some((line) => of(line).won);
  if (isTied && !lacks) {
    const names = first.map((line) => fill(words.name, { name: nameOf(line) }));
    const joined = new Intl.ListFormat(lang).format(names);
    const total = written(sumOf(of(first[0]).points));
    return paragraph(fill(words.tied, { names: joined, total }), words.share);
  }
  const wrong = known() === "places" && !blankAfter(current) && unfit();
  if (wrong) return paragraph(fill(words.unfit, wrong), words.same);
  if (known() === "winner" && !current)
    return nobody.checked ? paragraph(words.nobody, words.someone) : paragraph("", words.several);
  if (!current) return [];
  const text = document.createElement("span");
  text.textContent = fill(words[partOf()], { name: nameOf(current) });
  const left = Object.assign(document.createElement("span"), { className: "left" });
  left.textContent = known() === "places" ? words.same : "";
  return [current.disc.cloneNode(true), text, left];
}

function key(value, text, label) {
  const made = Object.assign(button(text, label), { value, tabIndex: -1 });
  if ([CLEAR, OUT].includes(value)) made.className = "soft";
  if (value === ERASE) made.replaceChildren(dock.querySelector("template").content.cloneNode(true));
  return made;
}

function keysNow() {
  if (known() === "places") {
    const out = key(OUT, words.out);
    out.append(Object.assign(document.createElement("small"), { textContent: words.none }));
    return [...seated().map((_, number) => key(String(number + 1), number + 1)), out];
  }
  const names = { [ERASE]: words.erase, [MINUS]: words.minus };
  return keysFor({ least: -1, decimals: true }, 0).map((each) =>
    each ? key(each, each, names[each]) : key(CLEAR, words.clear),
  );
}

function drawKeys() {
  pad.hidden = !current;
  pair.hidden = known() !== "winner" || Boolean(current);
  const keys = current ? keysNow() : [];
  const values = (all) => [...all].map((each) => each.value).join();
  if (values(pad.children) !== values(keys)) pad.replaceChildren(...keys);
  pad.classList.toggle("few", known() === "places");
  [...pad.children].forEach((each) => {
    if (known() !== "places") return;
    const its = of(current);
    each.ariaPressed = each.value === OUT ? its.out : each.value === its.place;
  });
  const isAll = seated().length > 0 && seated().every((line) => of(line).won);
  [...pair.children].forEach((each) => {
    each.ariaPressed = each.value === "won" ? isAll : nobody.checked;
    each.dataset.all ??= each.textContent;
    each.textContent = seated().length === 1 ? each.dataset.one : each.dataset.all;
  });
}

function drawRule() {
  // Places and crowns aren't counted up.
  if (counterRow) counterRow.hidden = known() !== "points";
  // A game that is new has no usual way to win.
  const isNew = Boolean(title) && !winsOfTitle();
  wins.options[0].hidden = isNew;
  if (isNew) wins.value ||= usual.dataset.wins;
  const option = [...wins.options].find((each) => each.value && each.value === wins.value);
  usual.textContent = option?.text || winsOfTitle()?.text || usual.dataset.usual;
}

function draw() {
  if (current && !nameOf(current)) current = null;
  const first = drawCrowns();
  drawLines();
  drawKeys();
  drawRule();
  const lacks = missing();
  told.replaceChildren(...toldNow(first, lacks));
  // What is said makes the dock higher. What is tapped elsewhere stays where it is.
  const isTyped = current && current.figure === document.activeElement;
  if (isTyped) current.figure.scrollIntoView({ block: "nearest" });
  main.textContent = lacks?.label ?? saveWord;
  main.classList.toggle("waits", Boolean(lacks?.waits));
}

/* What the server, or a draft, has put into the form. */
const readForm = () =>
  seated().forEach((line) => {
    const its = of(line);
    its[partOf()] = line.figure.value;
    [its.out, its.won] = [line.out.checked, line.won.checked];
  });

/* Draw what a key has changed, and let the page hear of it. */
function change() {
  draw();
  lines[0].figure.dispatchEvent(new Event("change", { bubbles: true }));
}

function goTo(line) {
  line.figure.focus();
  line.figure.select();
}

function press(value) {
  const its = of(current);
  if (known() === "places") {
    [its.place, its.out] = value === OUT ? ["", true] : [value, false];
    change();
    const next = blankAfter(current);
    if (next) goTo(next);
    return;
  }
  if (value === CLEAR) begin();
  its.points = value === CLEAR ? "" : signed(typed(current.figure.value, value));
  change();
}

function listenToFigures() {
  lines.forEach((line) => {
    const { figure, won } = line;
    figure.inputMode = "none";
    figure.addEventListener("focus", () => {
      current = nameOf(line) ? line : null;
      begin();
      draw();
    });
    // What is typed next takes the place of what stands there, as after Tab.
    figure.addEventListener("click", (event) => {
      if (event.pointerType === "mouse") figure.select();
    });
    figure.addEventListener("blur", () => {
      if (!nameOf(line)) return;
      addUp(figure);
      of(line)[partOf()] = signed(figure.value);
      draw();
    });
    figure.addEventListener("input", () => {
      if (!nameOf(line)) return;
      of(line)[partOf()] = figure.value;
      if (figure.value) of(line).out = false;
    });
    won.addEventListener("input", () => {
      of(line).won = won.checked;
      current = null;
    });
  });
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const line = lines.find(({ row }) => row.contains(event.target));
    const next = event.target === line.name ? line : blankAfter(line);
    // On the button another Enter would save what nobody asked for.
    if (next) next.figure.focus();
    else event.target.blur();
  });
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  pad.addEventListener("click", ({ target }) => {
    const pressed = target.closest("button");
    if (pressed && current) press(pressed.value);
  });
}

function listenToDock() {
  pair.addEventListener("click", ({ target }) => {
    if (!target.value) return;
    seated().forEach((line) => (of(line).won = target.value === "won"));
    nobody.checked = target.value === "lost";
    change();
  });
  form.addEventListener("submit", (event) => {
    const lacks = missing();
    if (!lacks) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    lacks.stop.focus();
  });
}

/* The keys make way for a name that is typed. */
function closeKeys() {
  current = null;
  draw();
}

/* A game that is chosen by its title brings what it is won by. */
function takeRule() {
  const its = winsOfTitle()?.dataset.wins;
  if (!its) return;
  wins.value = "";
  form.elements.known.value = { order: "places", winner: "winner" }[its] ?? "points";
}

function start() {
  // Who is named and sits here takes part.
  form.querySelectorAll("[name^=offered-]").forEach((each) => each.remove());
  readForm();
  if (box)
    people(
      box,
      lines.map(({ name }) => name),
      main,
    );
  listenToFigures();
  listenToDock();
  let before = title?.value;
  title?.addEventListener("input", () => {
    if (title.value !== before) takeRule();
    before = title.value;
  });
  title?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    missing()?.stop.focus();
  });
  box?.addEventListener("focusin", ({ target }) => target.closest("details") && closeKeys());
  form.querySelector(".segments").addEventListener("change", () => {
    current = null;
  });
  // People, figures, crowns and what is folded: each is drawn once it has changed.
  ["input", "change"].forEach((name) => form.addEventListener(name, draw));
  draw();
}

start();
offerUnfinished();
