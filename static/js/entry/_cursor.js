// The cursor on the score sheet: it frames the cell that keys act on, and moves to what is missing
// next.
import { afterSwap, byId, write } from "../_dom.js";
import { onPage, taps } from "../_page.js";
import {
  cells,
  cellsOf,
  cellWith,
  columnOf,
  cursor,
  figureOf,
  formOf,
  ink,
  isComplete,
  isEmpty,
  isImpossible,
  isMissing,
  isNoted,
  isOfRest,
  leftOf,
  padOf,
  panelOf,
  rowOf,
  seats,
  stopOf,
  tell,
} from "./_cells.js";
import { nameCell, say, show, wrongCell } from "./_dock.js";
import * as keys from "./_keys.js";
import { callAgain, firstAlong, following, isElsewhere, isOpenCall, openCell } from "./_order.js";
import { bringIntoSight, watchDock } from "./_sight.js";
import { forgetAll as forgetSteps, lastSeat } from "./_steps.js";
import { addUp, finished, signed } from "./_sums.js";

// Whether somebody has put the cursor where it is.
let isChosen = false;
// Whether the cursor has come to its cell by itself, and nobody has entered anything there.
let isLed = false;
// The seats that other phones counted when the page was drawn last.
let farSeats = [];

/* Where the cursor is, for a reload. The address of the column's form tells the stages of a play
   apart. */
function remember(cell) {
  const { seat } = cell?.dataset || {};
  const place = cell && { seat, row: rowOf(cell).dataset.row, card: formOf(seat)?.action };
  sessionStorage.setItem("cursor", JSON.stringify(place));
}
const isOpened = (how) => performance.getEntriesByType("navigation")[0]?.type === how;
function remembered() {
  const its = JSON.parse(sessionStorage.getItem("cursor"));
  if (!its?.card || !isOpened("reload")) return undefined;
  if (formOf(its.seat)?.action !== its.card || isElsewhere(its.seat)) return undefined;
  return columnOf(its.seat).find((cell) => rowOf(cell).dataset.row === its.row);
}

/* The next sign begins the framed cell's figure. */
export function typeAnew() {
  keys.begin();
  cursor.visit = Date.now() + Math.random();
}

/* Nothing of the sheet has the focus any more. */
function leave() {
  const focused = document.activeElement;
  if (focused.closest("#sheet .cell")) focused.blur();
}

/* Beside the sheet stands what belongs to the column of the cursor. */
function showColumn() {
  const { seat } = cursor;
  document
    .querySelectorAll("[data-seat].of-seat, .sums[data-seat]")
    .forEach((part) => write(part, "hidden", part.dataset.seat !== seat));
}

/* Frame a cell, or none, and focus what stands in it unless `stop` is null. */
export function activate(cell, stop = cell && stopOf(cell)) {
  // A tap comes here twice, with the focus and with the click: the cell is sought once for both.
  const [isNew, isTapped, isDue] = [cell !== cursor.cell, cursor.isPressed, cursor.follow];
  const leftFigure = isNew && cursor.cell && figureOf(cursor.cell);
  if (leftFigure) addUp(leftFigure);
  cursor.cell = cell;
  isLed = false;
  // If no cell is framed the column that was left stays in sight, with its mark.
  cursor.seat = cell?.dataset.seat ?? cursor.seat;
  if (isNew) typeAnew();
  remember(cell);
  const seat = cursor.seat ?? undefined;
  const at = seat ?? seats()[0];
  for (const each of cells()) {
    each.classList.toggle("active", each === cell);
    each.classList.toggle("at", each.dataset.seat === at);
  }
  document
    .querySelectorAll("#sheet thead th")
    .forEach((head) => head.classList.toggle("active", head.dataset.seat === seat));
  showColumn();
  document
    .querySelectorAll(".panel")
    .forEach((panel) => write(panel, "hidden", panel !== panelOf(cell)));
  if (isNew && seat) nameCell(cell, seat);
  show();
  // To ask for either lays the page out at once: what was tapped or has just come is drawn before.
  cursor.follow = () => {
    cursor.follow = null;
    if (!cell && isTapped) leave();
    stop?.focus({ preventScroll: true });
    if (cell && (isNew || isDue)) bringIntoSight(cell);
  };
  if (isTapped || !stop) requestAnimationFrame(() => setTimeout(() => cursor.follow?.()));
  else cursor.follow();
}

function advance() {
  const [{ seat }, next] = [cursor.cell.dataset, following(cursor.cell)];
  if (isComplete(seat)) formOf(seat)?.dispatchEvent(new Event("complete"));
  // After the last one no key does anything until a cell is tapped.
  activate(next);
  isLed = true;
}

/* The cursor in a cell, where what is typed replaces what stands there. */
export function goTo(cell) {
  if (!cell) return;
  activate(cell);
  typeAnew();
  // A blank that another phone fills meanwhile is nobody's to type over here.
  isLed = isMissing(cell);
}

/* On to what is missing after a column is done. What can't be right keeps the cursor, and so does
   what only its player can say. */
export function advanceFrom(seat) {
  const column = columnOf(seat);
  const wrong = column.find(isImpossible) || column.find(isOpenCall);
  if (wrong) activate(wrong);
  else if (cursor.cell?.dataset.seat === seat && !isMissing(cursor.cell)) advance();
}

/* Whether what stands in the framed cell came whole with one tap. */
export function isOneTap() {
  const { cell } = cursor;
  return Boolean(cell && (padOf(cell) ? padOf(cell).isOneTap : !keys.isTyped(cell)));
}

function change(text) {
  figureOf(cursor.cell).value = text;
  tell(figureOf(cursor.cell));
}

/* No key does anything to what isn't framed. */
const isFramed = () => cursor.cell?.isConnected && !stopOf(cursor.cell).inert;

function press(key) {
  if (!isFramed()) return;
  const text = keys.pressed(cursor.cell, key);
  if (text === null) {
    show();
    return;
  }
  cursor.isPressed = true;
  change(text);
  // A count that the box can't hold keeps the cursor.
  if (keys.isTyped(cursor.cell) || leftOf(rowOf(cursor.cell)) < 0) show();
  else advance();
}

/* What a key of a panel does to the cell; "full" says that nothing more belongs there. Who types
   keeps the focus. */
function pressPad(key, isTyped = false) {
  const { cell } = cursor;
  if (!isFramed()) return;
  cursor.isPressed = !isTyped;
  if (padOf(cell).press(cell, key, panelOf(cell)) === "full") advance();
  else show();
}

function goOn() {
  if (isEmpty(cursor.cell) && isOfRest(cursor.cell)) cursor.cell.dataset.seen = "";
  advance();
}
const does = {
  next: goOn,
  missing: () => activate(openCell(cursor.cell)),
  recount: () => activate(wrongCell()),
};

document.addEventListener("pointerdown", (event) => {
  isChosen = true;
  if (event.target.closest("#dock .keys, #dock .strip")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const key = event.target.closest("#dock button");
  const name = event.target.closest("#sheet thead a");
  const face = event.target.closest("#sheet .face");
  if (face) activate(face.closest(".cell"), null);
  // Space leads to its keys: Tab passes them on its way along the rows.
  if (face && !event.detail) {
    const keys = panelOf(cursor.cell);
    (keys.querySelector('[aria-pressed="true"]') || keys.querySelector("[data-key]")).focus();
  }
  // Who taps the figure they are in types it anew, on the keys or a keyboard; after the last one it
  // has the focus still, but no frame.
  if (event.target.matches("#sheet .figure")) {
    activate(event.target.closest(".cell"), null);
    typeAnew();
    event.target.select();
  }
  if (name) {
    const column = columnOf(name.closest("th").dataset.seat);
    event.preventDefault();
    activate(column.find(isMissing) || column[0]);
  }
  if (!key) return;
  if (key.closest("#figure-keys")) press(key.value);
  else if (key.dataset.key !== undefined) pressPad(key.dataset.key);
  else if (key.closest(".strip") && isFramed()) {
    padOf(cursor.cell).takeBack(cursor.cell, [...key.parentElement.children].indexOf(key), key);
    show();
  } else if (does[key.dataset.does]) {
    event.preventDefault();
    does[key.dataset.does]();
    // The same button scores now: what taps it at once was meant for what it did before.
    if (!key.dataset.does) taps.startAnew();
  }
});
document.addEventListener("focusin", ({ target }) => {
  const cell = target.closest?.("#sheet .cell");
  if (!cell) return;
  if (cell !== cursor.cell) activate(cell, null);
  if (target.matches(".figure")) target.select();
});
document.addEventListener("focusout", ({ target }) => {
  // A sign alone stays for Undo until the cursor leaves its cell.
  if (target.matches?.("#sheet .figure") && finished(target.value)) addUp(target);
});
document.addEventListener("input", (event) => {
  const cell = event.target.closest("#sheet .cell");
  if (!cell) return;
  isChosen = true;
  isLed = false;
  delete cell.dataset.seen;
  // What was said before is read, or somebody goes on.
  say("");
  byId("notices")?.replaceChildren();
  const figure = figureOf(cell);
  if (figure?.value.includes("-")) {
    const at = figure.selectionEnd;
    figure.value = signed(figure.value);
    figure.setSelectionRange(at, at);
  }
  ink(stopOf(cell));
});
// Once its column has heard of it: what isn't sent yet is taken back first.
addEventListener("input", ({ target }) => {
  if (!cursor.isPressed && target.closest("#sheet .cell")) show();
});

/* What is typed before anything has the focus is meant for the framed cell: it goes into its
   figure, and in other cells it is the key of the dock that says the same. */
const WRITES = /^([\d+−-]|Backspace)$/;
document.addEventListener("keydown", (event) => {
  const { cell } = cursor;
  // A tap may not be drawn yet: what is typed after it is for the cell that it led to.
  cursor.follow?.();
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = padOf(cell) ? [...panelOf(cell).querySelectorAll("[data-key]")] : [];
  const key = padOf(cell)?.typed
    ? padOf(cell).typed(keys, event.key)
    : keys.find(({ dataset }) => dataset.key === event.key);
  // An arrow leaves the focus on the cell itself.
  const isOnIt = [document.body, cell].includes(event.target);
  if (isOnIt && (key || WRITES.test(event.key))) stopOf(cell).focus();
  if (event.key === "Escape" && event.target.closest?.(".panel")) stopOf(cell).focus();
  if (document.activeElement !== stopOf(cell) || !key) return;
  event.preventDefault();
  pressPad(key.dataset.key, true);
  // What is typed next belongs to the next cell.
  if (cursor.cell) stopOf(cursor.cell).focus();
});

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/* Move by an arrow, past the columns of other phones, unless that moves within what is being typed.
 */
function move(event, cell, target) {
  const [across, down] = ARROWS[event.key];
  const { value, selectionStart, selectionEnd } = target;
  const isEdited = value && selectionEnd - selectionStart < value.length;
  const isOn = (each) => each === cell || !isElsewhere(each.dataset.seat);
  const line = across ? cellsOf(rowOf(cell)).filter(isOn) : columnOf(cell.dataset.seat);
  const to = line[line.indexOf(cell) + across + down];
  if (event.altKey || (isEdited && across) || !to || stopOf(to).inert) return;
  event.preventDefault();
  activate(to, to);
}
document.addEventListener("keydown", (event) => {
  const target = document.activeElement;
  // Before anything has the focus, an arrow leads on from the framed cell.
  const isFree = target === document.body && ARROWS[event.key];
  const cell = isFree ? cursor.cell : target.closest?.("#sheet .cell");
  if (!cell || event.defaultPrevented || event.isComposing || target.closest(".controls")) return;
  if (/^(.|Tab|Back.*)$/.test(event.key)) activate(cell);
  const figure = figureOf(cell);
  if (event.key === "Enter") {
    event.preventDefault();
    if (figure) addUp(figure);
    if (!cursor.cell) document.querySelector(".main[data-score]")?.focus();
    else if (cell.dataset.kind) goOn();
    else advance();
  } else if (event.key === "Escape" && figure) {
    change(figure.defaultValue);
    figure.select();
  } else if (event.key === " " && target === cell && !figure) {
    event.preventDefault();
    stopOf(cell).click();
  } else if (ARROWS[event.key]) move(event, cell, target);
});

/* The cell with the field that the address of a column names, if any: what came too late is counted
   in it. */
function namedCell() {
  const { opens } = byId("dock").dataset;
  const { pathname, search } = location;
  const isItsOwn = formOf(opens)?.getAttribute("action") === pathname;
  return isItsOwn ? cellWith(opens, new URLSearchParams(search).get("field")) : undefined;
}

/* The cell that a page opens with: the one that was tapped on the result, else what is asked first
   in the column. */
function firstCell() {
  const { opens, row } = byId("dock").dataset;
  if (!opens) return null;
  const column = columnOf(opens);
  const isUnderWay = column.some((cell) => !isNoted(cell) && !isEmpty(cell));
  return (
    column.find((cell) => rowOf(cell).dataset.row === row) ||
    column.find(isOpenCall) ||
    firstAlong() ||
    (!isUnderWay && column.find(isNoted)) ||
    column.find(isMissing) ||
    column[0]
  );
}

function begin() {
  [cursor.cell, cursor.seat, cursor.isBegun] = [null, null, true];
  farSeats = seats().filter(isElsewhere);
  if (!byId("sheet")) return;
  callAgain();
  document.querySelectorAll("#dock .later").forEach((part) => part.classList.remove("later"));
  for (const figure of document.querySelectorAll("#sheet .figure")) figure.inputMode = "none";
  // An arrow leads to the cell itself, and the first sign that is typed into its figure: in a
  // figure screen readers take arrows for those of its caret, and don't say whose it is and of
  // what.
  for (const cell of cells()) cell.tabIndex = -1;
  const named = namedCell();
  const cell = remembered() || named;
  // What came late was counted by the tap before this page: no earlier one can be taken back first.
  if (named && cell === named && isOpened("navigate")) forgetSteps();
  // A correction is about the cell that was tapped on the result.
  isChosen = Boolean(cell) || "row" in byId("dock").dataset;
  // Once all is counted no cell is asked for: the column that was typed in last still has its Undo.
  if (formOf(lastSeat())) cursor.seat = lastSeat();
  activate(cell || firstCell(), null);
}

/* Draw what an answer, a draft or another tab has changed. If it has filled the framed cell, and
   nobody chose that cell, the cursor goes on to what is missing; once nothing is, to no cell. Nor
   is any framed once another phone counts its column: the next key was meant for that. */
export function showChanged() {
  const { cell } = cursor;
  const were = farSeats;
  // An answer brings those of another column unhidden.
  showColumn();
  farSeats = seats().filter(isElsewhere);
  // What was said of columns that are back is over.
  if (were.some((seat) => !farSeats.includes(seat))) byId("notices")?.replaceChildren();
  const call = callAgain(cell);
  const isTaken = farSeats.includes(cell?.dataset.seat) && !were.includes(cell.dataset.seat);
  if (cell?.isConnected === false) begin();
  else if (isTaken) {
    leave();
    activate(null, null);
  } else if (call !== undefined) activate(call, null);
  else if (isLed && cell && !isMissing(cell) && !openCell(cell)) activate(null, null);
  else if (!isChosen && cell && !isMissing(cell)) activate(following(cell), null);
  else if (!cell && cells().every(isMissing)) {
    // All of it was taken back elsewhere: it is asked for as when the page came.
    activate(openCell() || null, null);
    isLed = true;
  } else show();
}

/* Begin once the columns are there. */
export function start() {
  onPage(begin);
  onPage(watchDock);
  afterSwap(showChanged);
}
