// The score sheet that is being filled in: whose cells stand where, what they hold, whether that is
// missing, and which of them is framed by the cursor.
import { byId, span } from "../_dom.js";
import { finished, signed, sumOf } from "./_sums.js";

/* Kinds of cells that are tapped and not typed, each with a file in `pads/`: `face` is what its
   cell shows, `show` what its keys say of the cell, `told` what the dock says, `about` on what of
   other cells it depends, `press` what a key does ("full" if nothing more belongs there), `typed`
   which of its keys a sign on a keyboard means, if that isn't what the key says itself,
   `isOneTap` whether a single key says all, and `isOneWord` whether a number or word says what a
   field holds; if it doesn't, `did` says what a step did. */
export const pads = {};

/* The framed cell, the last column it was in, the visit: what is typed in one visit belongs
   together, and the tap that does something in several columns. `before` is the last framed cell
   about which nothing is asked. While a key is pressed nothing is drawn until all of it is done. */
export const cursor = {
  cell: null,
  seat: null,
  visit: 0,
  tap: null,
  before: null,
  isPressed: false,
  isBegun: false,
};

const INK_MS = 140;
const TICK_MS = 1200;
const mayMove = matchMedia("(prefers-reduced-motion: no-preference)");

export const cells = () => [...document.querySelectorAll("#sheet .cell")];
export const cellsOf = (row) => [...row.querySelectorAll(".cell")];
export const columnOf = (seat) => [
  ...document.querySelectorAll(`#sheet .cell[data-seat="${seat}"]`),
];
export const formOf = (seat) => byId(`card-${seat}`);
export const seats = () =>
  [...document.querySelectorAll("#sheet thead th")].map((head) => head.dataset.seat);
const headOf = (seat) => document.querySelector(`#sheet thead [data-seat="${seat}"]`);
export const nameOf = (seat) => headOf(seat).querySelector("a").firstChild.textContent;
/* As the head of the column has it, which is what has room on a button. */
export const shortNameOf = (seat) =>
  headOf(seat).querySelector(".abbr")?.textContent.replaceAll("-", "\u2011") || nameOf(seat);
export const figureOf = (cell) => cell.querySelector(".figure");
export const rowOf = (cell) => cell.parentElement;
/* What has the focus in a cell. */
export const stopOf = (cell) => figureOf(cell) || cell.querySelector(".face");
export const controlsOf = (cell) => [...cell.querySelectorAll("[data-field]")];
/* The field of a control; if one form has the fields of several seats, its name begins with the
   seat. */
export const keyOf = (control) => control.name.replace(/^seat\d+-/, "");
export const isTick = (control) => ["checkbox", "radio"].includes(control.type);
/* What is chosen or typed in a control as it is read out; nothing if that is nothing. */
export function wordsOf(control) {
  const word = control.labels[0]?.textContent.trim();
  if (isTick(control)) return control.checked && word;
  return (
    control.value &&
    (control.selectedOptions?.[0].textContent || (word ? `${word}: ` : "") + control.value)
  );
}
export const isUnset = (control) =>
  isTick(control) ? !control.checked : !finished(control.value).trim();
export const isEmpty = (cell) => controlsOf(cell).every(isUnset);
/* Whether a column is done; on the sheet that corrects a stage all are. */
export const isIn = (seat) => !formOf(seat) || "in" in formOf(seat).querySelector(".mark").dataset;
/* What happens during the stage is noted then; at its end everyone is asked who has none yet. */
export const isNoted = (cell) => "during" in rowOf(cell).dataset;
/* What everyone bids before the stage is asked along the row, and must be said even if it is 0. */
export const isCalled = (cell) => "called" in rowOf(cell).dataset;
/* Whether an answer leaves nothing to count in a cell: games with such answers say that. */
export const rules = {};
/* A blank is missing until a figure stands in it, or until somebody went on from it with nothing in
   it, or answered what leaves nothing to count there. */
export const isMissing = (cell) =>
  isEmpty(cell) && !("seen" in cell.dataset || isIn(cell.dataset.seat) || rules.out?.(cell));
/* An empty cell means none of it once its column is stored as done, on each phone; on this one also
   if somebody went on from it. */
export const isNone = (cell) => {
  const mark = formOf(cell.dataset.seat)?.querySelector(".mark");
  return isEmpty(cell) && ("seen" in cell.dataset || (mark && "in" in mark.dataset) || false);
};
/* Whether a cell is filled with the rest: no bid is, nor a question without an answer that means
   nothing. */
export const isOfRest = (cell) => !isCalled(cell) && !cell.querySelector("[data-asked]");
export const isComplete = (seat) => !columnOf(seat).some(isMissing);
/* The row's label, beside which stands that of the group if it speaks another language. */
export const wordOf = (cell) => rowOf(cell).querySelector(".word");
export const labelOf = (cell) => wordOf(cell).firstChild.textContent.trim();
export const panelOf = (cell) =>
  cell && document.querySelector(`.panel[data-for="${rowOf(cell).dataset.row}"]`);
export const padOf = (cell) => pads[cell.dataset.kind];
export const numberIn = (cell) => sumOf(figureOf(cell).value) || 0;
/* What the box still holds of a row; null if nothing limits it. */
export function leftOf(row) {
  if (row.dataset.most === undefined) return null;
  return row.dataset.most - cellsOf(row).reduce((sum, cell) => sum + numberIn(cell), 0);
}
export function leftText(row) {
  const left = leftOf(row);
  const { left: some, beyond } = byId("sheet").dataset;
  if (left === null) return "";
  const text = left < 0 ? beyond.replace("{number}", -left) : some.replace("{left}", left);
  return text.replace("{most}", row.dataset.most);
}
/* What a figure has to be at least or at most, or in which steps; nothing if it is possible. */
export const beyondText = (cell) =>
  figureOf(cell)?.value
    ? beyondWith(numberIn(cell), rowOf(cell).dataset, byId("sheet").dataset)
    : "";
export function beyondWith(number, { least = 0, highest, greatest = highest, step }, texts) {
  if (number < least) return texts.least?.replace("{number}", signed(String(least)));
  // Without a step, nothing is left over.
  if (number % step) return texts.step.replace("{number}", step);
  return number > greatest ? texts.greatest?.replace("{number}", greatest) : "";
}
/* Whether a figure can't be right: no number, too low, or more than the box holds. */
export function isImpossible(cell) {
  const figure = figureOf(cell);
  if (!figure) return false;
  const isBeyond = beyondText(cell) || rowOf(cell).dataset.most < numberIn(cell);
  return sumOf(figure.value || "0") === null || Boolean(isBeyond);
}
/* What can be called, which decides the keys. */
export const spanText = ({ dataset: { highest } }) =>
  highest ? byId("sheet").dataset.span.replace("{most}", highest) : "";
/* The cell of a column that has a field; none if no row asks for that. */
export const cellWith = (seat, name) =>
  columnOf(seat).find((cell) => controlsOf(cell).some((control) => keyOf(control) === name));

/* How long each figure is decides its size; of the framed one the whole is above the keys if its
   cell may be too narrow. */
export function sizeFigures() {
  const columns = seats().length;
  let whole = "";
  for (const cell of cells().filter(figureOf)) {
    const figure = figureOf(cell);
    const text = figure.value || figure.placeholder;
    figure.style = text.length > 2 ? `--n:${text.length};--cols:${columns}` : "";
    if (cell === cursor.cell && text.length * columns > 23) whole = text;
  }
  document.querySelector("#dock .what").dataset.whole = whole;
}

/* What was just typed or tapped inks in. It moves nothing, so the browser has nothing to lay out.
 */
export function ink(part) {
  if (mayMove.matches) part.animate({ opacity: [0.3, 1] }, INK_MS);
}

/* A figure that the server has stored: a tick in the corner of its cell, for a while; or another
   sign, for what another phone has changed. */
export function tick(cell, sign = "✓") {
  cell.querySelector(".tick")?.remove();
  const mark = Object.assign(span(sign), { className: "tick", ariaHidden: "true" });
  cell.append(mark);
  const opacity = [1, 1, mayMove.matches ? 0 : 1];
  mark.animate({ opacity, offset: [0, 0.58, 1] }, TICK_MS).onfinish = () => mark.remove();
}

/* Say that a control was changed, as if somebody had typed. */
export const tell = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));
