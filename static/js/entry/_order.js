// What is asked for next: along the row what everyone bids before the stage, then the columns of
// this phone.
import { byId } from "../_dom.js";
import {
  cells,
  cellsOf,
  columnOf,
  figureOf,
  isCalled,
  isComplete,
  isEmpty,
  isIn,
  isMissing,
  rowOf,
  seats,
} from "./_cells.js";

/* The columns that this phone fills in, those after a seat first. */
export function ownSeats(seat) {
  const own = (byId("phones")?.dataset.enters || "")
    .split(" ")
    .filter((each) => byId(`card-${each}`));
  const at = own.indexOf(seat);
  return [...own.slice(at + 1), ...own.slice(0, at + 1)];
}

/* Whether a seat is counted on another phone. */
export const isElsewhere = (seat) =>
  Boolean(byId("phones")?.dataset.elsewhere.split(" ").includes(seat));
export const isOpenCall = (cell) => isCalled(cell) && isMissing(cell);
export const missingSeats = () => seats().filter((seat) => !isIn(seat) && !isComplete(seat));

/* The next bid that is missing: along the row of this cell, then in the next such row. */
export function nextCalled(cell) {
  const open = ownSeats(cell?.dataset.seat).flatMap(columnOf).filter(isOpenCall);
  const first = cells().find((each) => each !== cell && open.includes(each));
  const row = cell && isCalled(cell) ? rowOf(cell) : first && rowOf(first);
  return open.find((each) => each !== cell && rowOf(each) === row) || first;
}

/* The next blank: down the column, then from its top, then in the next column that this phone fills
   in. After the bids of a row the columns come from the first one on. */
export function nextOf(cell) {
  const isOther = (each) => isMissing(each) && each !== cell;
  if (isCalled(cell)) return nextCalled(cell) || ownSeats().flatMap(columnOf).find(isOther);
  const column = columnOf(cell.dataset.seat);
  const missing = column.filter(isOther);
  const below = missing.find((each) => column.indexOf(each) > column.indexOf(cell)) || missing[0];
  if (below) return below;
  const others = ownSeats(cell.dataset.seat).filter((seat) => seat !== cell.dataset.seat);
  return others.flatMap(columnOf).find(isMissing);
}

/* What someone bids on another phone is covered until everyone has. */
export function coverCalls() {
  for (const cell of cells().filter(isCalled)) {
    const isOpen = cellsOf(rowOf(cell)).some(isEmpty);
    const isCovered = isElsewhere(cell.dataset.seat) && !isEmpty(cell) && isOpen;
    figureOf(cell).inert = cell.classList.toggle("covered", isCovered);
  }
}
