// What is asked for next: along the row what everyone bids before the stage, then the columns of
// this phone.
import { byId, write } from "../_dom.js";
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
  isOfRest,
  rowOf,
  seats,
  stopOf,
} from "./_cells.js";
import * as steps from "./_steps.js";

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
/* Whether the phone of another one still has to choose a figure of a seat. */
const isAsked = (seat) => Boolean(document.querySelector(`#late [data-asked="${seat}"]`));
export const missingSeats = () =>
  seats().filter((seat) => !isIn(seat) && (!isComplete(seat) || isAsked(seat)));
/* Those of which a figure is missing that is counted here. */
export const missingHere = (all = missingSeats()) =>
  all.filter((seat) => !isElsewhere(seat) && !isComplete(seat));

/* Whether this table is asked for all rows as for bids. */
export const isByRow = () => "byRow" in (byId("order")?.dataset || {});

/* The next of the cells that are asked for: along the row of this cell, then in later rows. */
function nextAlong(cell, isAsked) {
  const open = (own) => own.flatMap(columnOf).filter((each) => each !== cell && isAsked(each));
  const rows = [...document.querySelectorAll("#sheet tbody tr")];
  const at = cell ? rows.indexOf(rowOf(cell)) : 0;
  const [here, beyond] = [open(ownSeats(cell?.dataset.seat)), open(ownSeats())];
  return [...rows.slice(at), ...rows.slice(0, at)]
    .map((row, place) => (place ? beyond : here).find((each) => rowOf(each) === row))
    .find(Boolean);
}
/* The next bid that is missing. */
export const nextCalled = (cell) => nextAlong(cell && isCalled(cell) ? cell : null, isOpenCall);
// Whether all bids were there when that was asked last.
let wereCalled = false;
/* Where the cursor goes from a blank after the bids if one of them is missing again: to that, or to
   no cell if another phone bids it. Else nothing. */
export function callAgain(cell) {
  const were = wereCalled;
  wereCalled = cells().some(isCalled) && !cells().some(isOpenCall);
  const isBack = were && !wereCalled && cell && !isCalled(cell) && isEmpty(cell);
  return isBack ? nextCalled(null) || null : undefined;
}
/* What is asked first, where that is not a column. */
export const firstAlong = () => (isByRow() ? nextAlong(null, isMissing) : nextCalled());

/* The next of the cells that are asked for: down the column of this cell, then from its top. */
function nextDown(cell, isAsked) {
  const column = columnOf(cell.dataset.seat);
  const open = column.filter(isAsked);
  return open.find((each) => column.indexOf(each) > column.indexOf(cell)) || open[0];
}

/* The next blank: down the column, then from its top, then in the next column that this phone fills
   in. After the bids of a row the columns come from the first one on. */
export function nextOf(cell) {
  const isOther = (each) => isMissing(each) && each !== cell;
  if (isByRow()) return nextAlong(cell, isMissing);
  if (isCalled(cell)) return nextCalled(cell) || ownSeats().flatMap(columnOf).find(isOther);
  const down = nextDown(cell, isOther);
  if (down) return down;
  const others = ownSeats(cell.dataset.seat).filter((seat) => seat !== cell.dataset.seat);
  return others.flatMap(columnOf).find(isMissing);
}

/* Where the cursor goes on to by itself. From bids that aren't all of this phone it goes nowhere:
   the next key may be meant for a bid that came from another phone. */
export function following(cell) {
  const next = nextOf(cell);
  const isBeyond = next && isCalled(cell) && !isCalled(next);
  return isBeyond && !cellsOf(rowOf(cell)).every(steps.isTyped) ? null : next || null;
}

/* Where it goes on for who looks for what is still missing here: to a bid, also of whom no phone
   has chosen, then in the column of this cell if that is begun, else after it. */
export function openCell(cell) {
  const isOpen = (each) => isOpenCall(each) && !isElsewhere(each.dataset.seat);
  const along = firstAlong() || cells().find(isOpen);
  if (along) return along;
  const its = cell?.dataset.seat;
  const isOther = (each) => isMissing(each) && each !== cell;
  const down = its && !isElsewhere(its) && nextDown(cell, isOther);
  if (down && !columnOf(its).every(isEmpty)) return down;
  const all = seats();
  const at = all.indexOf(its);
  const missing = missingHere();
  const seat = [...all.slice(at + 1), ...all.slice(0, at + 1)].find((each) =>
    missing.includes(each),
  );
  return seat && columnOf(seat).find(isMissing);
}

/* The blanks that are 0 with one tap: of a cell's row where the table is asked row by row, else of
   its column. */
export function restOf(cell) {
  const { seat } = cell.dataset;
  const inRow = (each) => columnOf(each).find((other) => rowOf(other) === rowOf(cell));
  const all = isByRow() ? [...new Set([seat, ...ownSeats(seat)])].map(inRow) : columnOf(seat);
  return all.filter((each) => isMissing(each) && isOfRest(each));
}

/* The name at whose phone a seat is counted; none where that phone has chosen nobody. */
export const ownerOf = (seat) => JSON.parse(byId("phones")?.dataset.owners || "{}")[seat];

/* Tab passes the columns of other phones, and what someone bids there is covered until everyone
   has; not what is typed on this phone, whose second digit would find no cell. */
export function closeOthers() {
  for (const cell of cells()) {
    const isFar = isElsewhere(cell.dataset.seat);
    write(stopOf(cell), "tabIndex", isFar ? -1 : 0);
    if (!isCalled(cell)) continue;
    const isOpen = cellsOf(rowOf(cell)).some(isEmpty);
    const isTheirs = isFar && !isEmpty(cell) && !steps.isTyped(cell);
    figureOf(cell).inert = cell.classList.toggle("covered", isTheirs && isOpen);
  }
}
