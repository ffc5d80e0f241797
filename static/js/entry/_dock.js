// The dock beneath the sheet: what it says of the framed cell, its keys, Undo, and the one main
// button.
import { byId, fill, isolated, small, span, write } from "../_dom.js";
import * as outbox from "../_outbox.js";
import { isAnswer } from "../_page.js";
import {
  cells,
  cellsOf,
  columnOf,
  controlsOf,
  cursor,
  figureOf,
  formOf,
  isCalled,
  isComplete,
  isEmpty,
  isIn,
  isNone,
  isMissing,
  isOfRest,
  keyOf,
  labelOf,
  leftText,
  nameOf,
  numberIn,
  padOf,
  pads,
  panelOf,
  rowOf,
  seats,
  shortNameOf,
  sizeFigures,
  spanText,
  wordOf,
  wordsOf,
} from "./_cells.js";
import { frameFaults } from "./_faults.js";
import * as keys from "./_keys.js";
import {
  closeOthers,
  isByRow,
  isElsewhere,
  isOpenCall,
  missingHere,
  missingSeats,
  nextCalled,
  nextOf,
  openCell,
  ownerOf,
  restOf,
} from "./_order.js";
import * as steps from "./_steps.js";

const SAID_FOR_MS = 3000;
// So many letters of the main button have room in their usual size.
const ROOM = document.documentElement.lang === "ja" ? 10 : 20;
const dock = () => byId("dock");
// What each face shows.
const drawn = new WeakMap();
let saying = 0;
// Whether anything has stood on this sheet since its page came: then Undo keeps its place.
let wasBegun = false;

/* Say for a moment what was taken back. */
export function say(text) {
  clearTimeout(saying);
  // A page that corrects has no such line.
  const line = document.querySelector("#dock .undone");
  if (line) line.textContent = text;
  if (text) saying = setTimeout(() => say(""), SAID_FOR_MS);
}

/* Name the framed cell, or only the column if none is framed. */
export function nameCell(cell, seat) {
  // What was said of the cell before is read, or somebody goes on.
  say("");
  const picture = cell && rowOf(cell).querySelector(".row-head svg");
  const name = document.createElement("strong");
  name.textContent = isolated(nameOf(seat));
  const word = cell ? wordOf(cell).cloneNode(true).childNodes : [];
  const parts = [...(picture ? [picture.cloneNode(true)] : []), name, " ", ...word];
  document.querySelector("#dock .what").replaceChildren(...parts);
}

function showFaces() {
  for (const cell of cells().filter(padOf)) {
    const face = cell.querySelector(".face");
    const held = controlsOf(cell).map(({ checked, value }) => checked + value);
    const state = held.join() + isNone(cell) + padOf(cell).about?.(cell);
    if (drawn.get(face) === state) continue;
    drawn.set(face, state);
    const words = controlsOf(cell).map(wordsOf).filter(Boolean);
    fill(face, padOf(cell).face(cell));
    face.dataset.about ||= face.ariaLabel;
    face.ariaLabel = face.dataset.about + (words.length ? `: ${words.join(", ")}` : "");
  }
}

/* Mark the cells of which this phone knows more than the server. */
export async function markUnsent() {
  let isNew = false;
  const waiting = outbox.isCut()
    ? (await outbox.waiting()).filter((one) => one.kind === "card" && !one.refused)
    : [];
  document.querySelectorAll("form[data-card]").forEach((form) => {
    const here = waiting.findLast((one) => one.address === new URL(form.action).pathname);
    const isUnsent = (control) => here?.texts[keyOf(control)] !== here?.known[keyOf(control)];
    columnOf(form.dataset.seat).forEach((cell) => {
      const isHere = controlsOf(cell).some(isUnsent);
      isNew ||= cell.matches(".unsent") !== isHere;
      cell.classList.toggle("unsent", isHere);
    });
  });
  if (isNew) show();
}

/* A text with the soft hyphens that the labels of the rows have. */
const withHyphens = (text) =>
  [...document.querySelectorAll("#sheet [data-label]")]
    .map(({ dataset }) => dataset.label)
    .reduce((all, label) => all.replace(label.replaceAll("\u00ad", ""), label), text);

/* What was done last is taken back first, in any column; the button says what, and whose. */
function showUndo() {
  const forms = [...document.querySelectorAll(".undo[data-seat]")];
  const step = steps.last();
  const rowIn = (form) => Number(form.querySelector("[data-row]")?.dataset.row || 0);
  const ofSeat = (seat) => forms.find((form) => form.dataset.seat === seat);
  const newest = (one, other) => (rowIn(other) > rowIn(one) ? other : one);
  const its = step
    ? ofSeat(step.seat)
    : forms.reduce(newest, ofSeat(cursor.cell?.dataset.seat) || forms[0]);
  forms.forEach((form) => {
    const line = form.querySelector(".unseen");
    write(form, "hidden", form !== its);
    // What the server has said to undo, until it says something else.
    line.dataset.of ??= withHyphens(line.textContent);
    const said = { did: line.dataset.of };
    const { did, undone, isAlong } = step && form === its ? steps.describe(step) : said;
    write(form.querySelector("button"), "disabled", !did);
    write(line, "textContent", undone ? `${did}\u00a0→\u00a0${undone}` : did);
    // However little room there is, the number and the field's word are seen, not its group's.
    let [, what, number = ""] = /^(?:[^\u00a0]*?: )?(.*?)(\u00a0\S{1,6})?(?:\s→.*)?$/.exec(did);
    // A short word and a long number have a line each where one is too narrow.
    if (what.length < 9 && number.length > 3) [what, number] = [what + number, ""];
    const { seat } = form.dataset;
    const isOthers = did && !isAlong && seat !== cursor.cell?.dataset.seat;
    const whose = isOthers ? [span(isolated(nameOf(seat)))] : [];
    fill(form.querySelector("small"), [...whose, span(what.replaceAll("\u00a0", " ")), number]);
  });
}

/* Without a network this phone knows more than its page of a column that isn't sent yet, or that
   its store has as it was seen last. */
function showHowFar() {
  if (!outbox.isCut()) return;
  document
    .querySelectorAll("[data-card]:is([data-unsent], [data-stored])")
    .forEach(({ dataset: { seat } }) => {
      const column = columnOf(seat);
      const number = column.filter((cell) => !isEmpty(cell)).length;
      byId(`state-${seat}`).textContent = isComplete(seat)
        ? byId("outbox").dataset.in
        : number
          ? `${number}/\u200b${column.length}`
          : "–";
      // Its first number is how many are in, in each language.
      const counted = byId("counted").firstChild;
      const done = seats().length - missingSeats().length;
      counted.textContent = counted.textContent.replace(/\d+/, done);
    });
}

/* The key for all that a column or a row still lacks: among the keys of the framed cell where they
   leave room, else in the line above them. */
function showRest(isBegun) {
  const { cell } = cursor;
  const button = formOf(cursor.seat)?.querySelector(".nothing-more");
  if (!button) return;
  const blanks = cell && !isCalled(cell) && isBegun ? restOf(cell).length : 0;
  const { from, span: wide } = cell && figureOf(cell) ? keys.room(cell) : {};
  const { rows, players } = dock().dataset;
  write(button, "hidden", blanks < 2);
  button.classList.toggle("as-key", Boolean(wide));
  button.style.setProperty("--from", from);
  button.style.setProperty("--wide", wide);
  const text = (isByRow() ? players : rows).replace("{number}", blanks);
  write(button.querySelector("small"), "textContent", text);
  cursor.rest = pads.sums?.(cell, button);
}

/* What helps with the framed cell, in a row that its keys leave free: what to tap at first, and
   what was bid so far where this phone may see that. */
function showHint(isBegun) {
  const { cell } = cursor;
  const hint = document.querySelector("#dock .hint");
  if (!hint) return;
  const next = cell && nextOf(cell);
  const texts = dock().dataset;
  let told = "";
  if (next && isCalled(cell)) {
    const bids = cellsOf(rowOf(cell));
    const sum = bids.reduce((all, each) => all + numberIn(each), 0);
    const { highest: most, called: noun } = rowOf(cell).dataset;
    const isSeen = most && isBegun && !bids.some((each) => each.matches(".covered"));
    // A sheet says what is bid in the plural alone.
    const sentence = noun && most > 1 ? texts.bidsOf.replace("{what}", noun) : texts.bids;
    told = isSeen ? `${sentence.replace("{sum}", sum).replace("{most}", most)} ` : "";
    // After the last bid comes the round itself.
    if (isCalled(next)) told += texts.then.replace("{name}", isolated(nameOf(next.dataset.seat)));
  } else if (next && !isBegun) {
    const isAnothers = next.dataset.seat !== cell.dataset.seat;
    const name = isAnothers ? isolated(nameOf(next.dataset.seat)) : rowOf(next).dataset.label;
    told = texts.hint
      .replace("{name}", isolated(nameOf(cell.dataset.seat)))
      .replace("{next}", name);
  }
  write(hint, "hidden", !told || !figureOf(cell) || !keys.hasFreeRow(cell));
  write(hint, "textContent", told);
}

/* How far the columns of these seats are, in words. */
export function howFar(some) {
  const texts = document.querySelector("#dock .seal")?.dataset;
  // What an earlier release stored may lack it.
  if (!texts) return "";
  const far = (seat) => {
    const column = columnOf(seat);
    const number = column.filter((each) => !isEmpty(each)).length;
    return (number ? texts.far : texts.none)
      .replace("{name}", isolated(nameOf(seat)))
      .replace("{number}", number)
      .replace("{total}", column.length);
  };
  return some.map(far).join(" · ");
}

/* Whether all that is called here has been, and nothing else is counted yet: now it is played. */
const isCalledOut = () =>
  Boolean(document.querySelector("#dock .seal[data-called]")) &&
  !nextCalled(null) &&
  cells().every((cell) => isCalled(cell) || isEmpty(cell));

/* Once nothing is left to count here the keys make way for what comes now: to score, to play, or
   what other phones still count. */
function showSeal(isAll, elsewhere, isToPlay = false) {
  const seal = document.querySelector("#dock .seal");
  if (!seal) return;
  const texts = seal.dataset;
  const [title, line] = seal.querySelectorAll("[data-all]");
  const isNone = seats().every(isElsewhere);
  // What another phone has to choose is told in a notice.
  const counted = elsewhere.filter((seat) => !isComplete(seat));
  let told = [isNone ? texts.nothing : texts.part, isToPlay ? "" : howFar(counted)];
  if (isAll) told = [title.dataset.all, line.dataset.all];
  else if (isToPlay) {
    // A bid about which another phone still has to choose may change.
    const asked = [...document.querySelectorAll("#late [data-asked]")];
    const open = cells().filter(isOpenCall);
    const names = [...open, ...asked].map(({ dataset: { seat, asked } }) =>
      isolated(nameOf(seat ?? asked)),
    );
    const { comma } = document.querySelector(".main[data-comma]").dataset;
    const stillOpen = texts.toCall.replace("{names}", [...new Set(names)].join(comma));
    told = names.length ? [texts.calledHere, stillOpen] : [texts.called, texts.play];
  }
  write(seal, "hidden", !isAll && !isToPlay && !elsewhere.length);
  seal.querySelector("svg").toggleAttribute("hidden", isNone && !isAll);
  write(title, "textContent", told[0]);
  write(line, "textContent", told[1]);
}

/* What another phone counts, and whose that is, can be counted here. */
function showPhones(isBegun, elsewhere) {
  const several = document.querySelector("#phones .several");
  const take = document.querySelector("#phones .take");
  if (several) write(several, "hidden", isBegun);
  if (!take) return;
  write(take, "hidden", !elsewhere.length);
  const { whose, at, former } = take.querySelector("button").dataset;
  // What was counted here before comes back alone.
  const offered = former ? former.split(" ") : elsewhere;
  const [owner, ...more] = new Set(offered.map(ownerOf));
  const comma = document.querySelector(".main[data-comma]")?.dataset.comma;
  const names = offered.map((seat) => isolated(nameOf(seat))).join(comma);
  const told = (owner && !more.length ? at : whose).replace("{names}", names);
  write(take.querySelector("small"), "textContent", told.replace("{owner}", owner));
}

/* The cell that the main button goes to next, or the framed one if it leaves that blank. */
function nextCell() {
  const { cell } = cursor;
  if (!cell || isIn(cell.dataset.seat)) return null;
  const isFree = cell.dataset.kind || (keys.isTyped(cell) && !isEmpty(cell));
  return isFree ? nextOf(cell) || (isMissing(cell) && isOfRest(cell) && cell) : null;
}
/* What is wrong, first in a column that is counted here. */
export function wrongCell() {
  const wrong = [...document.querySelectorAll("#sheet .cell.wrong")];
  return wrong.find(({ dataset }) => !isElsewhere(dataset.seat)) || wrong[0];
}

/* The main button, and all that takes its place or stands beside it. */
function showMain(isBegun) {
  const main = document.querySelector(".main[data-score]");
  const anyway = document.querySelector(".as-it-stands");
  if (!main) return showSeal(false, []);
  const texts = main.dataset;
  const all = missingSeats();
  const missing = missingHere(all);
  const next = nextCell();
  const wrong = wrongCell();
  const open = missing.length ? openCell(cursor.cell) : null;
  let [told, does, beneath] = [texts.score, "", ""];
  if (next && next === cursor.cell) [told, does] = [texts.done, "next"];
  else if (next) {
    const isAnothers = next.dataset.seat !== cursor.cell.dataset.seat;
    const name = isAnothers ? isolated(nameOf(next.dataset.seat)) : labelOf(next);
    [told, does] = [texts.next.replace("{name}", name), "next"];
  } else if (wrong && texts.recount) {
    const text = wrong.matches(".to-choose") ? texts.choose : texts.recount;
    [told, does] = [text.replace("{name}", labelOf(wrong)), "recount"];
  } else if (missing.length) {
    const { seat } = open.dataset;
    const isOwn = seat === cursor.seat;
    const name = isOwn ? labelOf(open) : isolated(shortNameOf(seat));
    [told, does] = [texts[isOwn ? "next" : "missing"].replace("{name}", name), "missing"];
    beneath = isOwn ? "" : texts.toGo.replace("{number}", missing.length);
  }
  const isFirst = !isBegun && does === "missing" && Boolean(document.querySelector(".several"));
  const isIdle = !cursor.cell && !wrong;
  const elsewhere = isIdle && !missing.length ? all : [];
  fill(main, beneath ? [span(told), small(beneath)] : [span(told)]);
  main.classList.toggle("long", told.replaceAll("\u00ad", "").length > ROOM);
  main.dataset.does = does;
  // While the framed cell is blank its keys come first.
  const isQuiet = does === "next" ? isEmpty(cursor.cell) : does;
  main.classList.toggle("quiet-button", Boolean(isQuiet));
  main.classList.toggle("bad", does === "recount");
  // What other phones count is waited for, or scored as it stands.
  const isHere = does === "missing" && open === cursor.cell;
  write(main, "hidden", isFirst || isHere || (!does && all.length > 0));
  if (anyway) write(anyway, "hidden", !all.length || all.length === seats().length);
  showPhones(!isFirst, elsewhere.filter(isElsewhere));
  const isToPlay = isIdle && missing.length > 0 && isCalledOut();
  showSeal(isIdle && !all.length, elsewhere, isToPlay);
  // Without a cell there are no keys, and no room for them.
  dock().classList.toggle("rests", !cursor.cell);
  dock().classList.toggle("unbegun", isFirst && !wasBegun);
}

/* Draw all that depends on what the cells hold. */
export function show() {
  const { cell } = cursor;
  cursor.isPressed = false;
  if (!byId("sheet") || !cursor.isBegun) return;
  showFaces();
  sizeFigures();
  closeOthers();
  showUndo();
  showHowFar();
  frameFaults();
  const isFigure = Boolean(cell && figureOf(cell));
  const line = document.querySelector("#dock .line");
  const told = cell && (isCalled(cell) ? spanText : leftText)(rowOf(cell));
  const left = cell ? (padOf(cell)?.told?.(cell) ?? told) : "";
  write(byId("figure-keys"), "hidden", !isFigure);
  write(line, "hidden", !cursor.seat);
  const isBegun = seats().some(isIn) || !cells().every((each) => isEmpty(each) && isMissing(each));
  wasBegun ||= isBegun;
  write(line.querySelector(".left"), "textContent", left);
  if (isFigure) keys.show(cell);
  else if (cell && padOf(cell)) padOf(cell).show?.(cell, panelOf(cell));
  showRest(isBegun);
  showHint(isBegun);
  showMain(isBegun);
}

/* Why a form could not be sent (`data-why`) stands where the thumb is, until the next answer. */
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { why } = detail.requestConfig.elt.dataset;
  if (!why) return;
  const status = isAnswer(detail.xhr) ? detail.xhr.status : 0;
  byId("faults")
    .querySelectorAll(".unsent")
    .forEach((fault) => fault.remove());
  const told = { className: "fault unsent", textContent: why };
  const isRefused = !status || (status >= 400 && status !== 422);
  if (isRefused) byId("faults").append(Object.assign(document.createElement("p"), told));
  outbox.noteAnswer(status);
});
