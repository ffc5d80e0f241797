"use strict";
// The cells of the sheet that is counted on: whose they are, in which row, what stands in them, and whether that is missing.

/* Kinds of cells that are tapped and not typed, each with a file of its own: `face` is what its cell shows, `show` what
   its keys say of it where that changes, `told` what the dock says of it, `about` what of other cells it hangs on,
   `press` what a key does, which says so where nothing more belongs there, `isOneTap` whether a single key says all,
   and `isOneWord` whether a number or word says what a field holds. */
const padKinds = {};

const cells = () => [...document.querySelectorAll("#sheet .cell")];
const cellsOf = (row) => [...row.querySelectorAll(".cell")];
const columnOf = (seat) => [...document.querySelectorAll(`#sheet .cell[data-seat="${seat}"]`)];
const formOf = (seat) => byId(`card-${seat}`);
const seats = () => [...document.querySelectorAll("#sheet thead th")].map((head) => head.dataset.seat);
const nameOf = (seat) => document.querySelector(`#sheet thead [data-seat="${seat}"] a`).firstChild.textContent;
/* As the head of the column has it, which is what has room on a button. */
const shortNameOf = (seat) => document.querySelector(`#sheet thead [data-seat="${seat}"] .abbr`)?.textContent.replaceAll("-", "\u2011") || nameOf(seat);
const figureOf = (cell) => cell.querySelector(".figure");
const rowOf = (cell) => cell.parentElement;
const stopOf = (cell) => figureOf(cell) || cell.querySelector(".face");
const controlsOf = (cell) => [...cell.querySelectorAll("[data-field]")];
const isTick = (control) => ["checkbox", "radio"].includes(control.type);
/* What is chosen or typed in a control as it is read out; nothing where that is nothing. */
const wordsOf = (control) => {
  const word = control.labels[0]?.textContent.trim();
  if (isTick(control)) return control.checked && word;
  return control.value && (control.selectedOptions?.[0].textContent || (word ? `${word}: ` : "") + control.value);
};
const isUnset = (control) => (isTick(control) ? !control.checked : !finished(control.value).trim());
const isEmpty = (cell) => controlsOf(cell).every(isUnset);
// On the sheet that corrects a stage all are in.
const isIn = (seat) => !formOf(seat) || "in" in formOf(seat).querySelector(".mark").dataset;
// What comes up while the stage is played is noted then; at its end everyone is asked who has none yet.
const isNoted = (cell) => "during" in rowOf(cell).dataset;
// What everyone calls before the stage is played is asked along the row, and is 0 for nobody who did not say so.
const isCalled = (cell) => "called" in rowOf(cell).dataset;
/* A blank is missing until a figure stands in it, or until somebody went on from it with nothing in it. */
const isMissing = (cell) => isEmpty(cell) && !("seen" in cell.dataset) && !isIn(cell.dataset.seat);
const isComplete = (seat) => !columnOf(seat).some(isMissing);
/* Its word, and beside it that of the group, which is in another language. */
const wordOf = (cell) => rowOf(cell).querySelector(".word");
const labelOf = (cell) => wordOf(cell).firstChild.textContent.trim();
const panelOf = (cell) => cell && document.querySelector(`.panel[data-for="${rowOf(cell).dataset.row}"]`);
const kindOf = (cell) => padKinds[cell.dataset.kind];
const numberIn = (cell) => sumOf(figureOf(cell).value) || 0;
/* What the box still holds of a row; null where nothing limits it. */
const leftOf = (row) => (row.dataset.most === undefined ? null : row.dataset.most - cellsOf(row).reduce((sum, cell) => sum + numberIn(cell), 0));
const leftText = (row) => {
  const left = leftOf(row), { left: some, beyond } = byId("sheet").dataset;
  if (left === null) return "";
  return (left < 0 ? beyond.replace("{number}", -left) : some.replace("{left}", left)).replace("{most}", row.dataset.most);
};
/* The cell of a column in which a field stands; none where no row asks for that. */
const cellWith = (seat, name) => columnOf(seat).find((cell) => controlsOf(cell).some((control) => keyOf(control) === name));
