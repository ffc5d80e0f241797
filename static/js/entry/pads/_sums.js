// The last cell of a row in which all cells together have one of a few sums.
import { write } from "../../_dom.js";
import {
  cellsOf,
  figureOf,
  formOf,
  isComplete,
  isEmpty,
  numberIn,
  pads,
  rowOf,
  rules,
  seats,
} from "../_cells.js";
import { isElsewhere } from "../_order.js";
import { signed } from "../_sums.js";

/* Whether somebody at the table has answered yes in one of these rows. */
const isYes = (rows) =>
  rows?.split(" ").some((row) => document.querySelector(`[data-row="${row}"] [value=yes]:checked`));
rules.out = (cell) => isYes(rowOf(cell).dataset.ruledBy);
// A yes may leave nothing to count in the other columns. Once its own column has heard of it.
addEventListener("input", ({ target }) => {
  if (target.value !== "yes") return;
  seats()
    .filter((seat) => isComplete(seat) && !isElsewhere(seat))
    .forEach((seat) => formOf(seat)?.dispatchEvent(new Event("complete")));
});

/* What the only blank of a row must be; undefined if nobody knows, or if somebody has what leaves
   nothing of it. */
function lastOf(cell) {
  const { sums, unless, least = 0, highest, greatest = highest } = rowOf(cell).dataset;
  const row = cellsOf(rowOf(cell));
  if (!sums || !isEmpty(cell) || row.filter(isEmpty).length > 1 || isYes(unless)) return undefined;
  const others = row.reduce((sum, each) => sum + numberIn(each), 0);
  return sums
    .split(" ")
    .map((sum) => +(sum - others).toFixed(2))
    .find((rest) => rest >= least && !(rest > greatest));
}

/* The number with which one tap fills the framed cell, also on the button; nothing if nobody knows
   it. */
pads.sums = (cell, button) => {
  const rest = signed(String((cell && figureOf(cell) && lastOf(cell)) ?? ""));
  const label = button.firstChild;
  label.data = label.data.replace(/[−.\d]+/, rest || "0");
  if (rest) {
    write(button, "hidden", false);
    write(button.querySelector("small"), "textContent", "");
  }
  return rest;
};
