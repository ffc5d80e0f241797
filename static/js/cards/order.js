"use strict";
// What is asked for next: the columns of this phone, and along the row what everyone calls before the stage is played.

/* The columns that this phone fills in, those after a seat first. */
const ownSeats = (seat) => {
  const own = (byId("phones")?.dataset.enters || "").split(" ").filter((each) => byId(`card-${each}`));
  const at = own.indexOf(seat);
  return [...own.slice(at + 1), ...own.slice(0, at + 1)];
};
/* Whether a seat is counted on another phone. */
const isElsewhere = (seat) => Boolean(byId("phones")?.dataset.elsewhere.split(" ").includes(seat));
const isOpenCall = (cell) => isCalled(cell) && isMissing(cell);
/* The next call that is missing: along the row of this cell, then in the next such row. */
const nextCalled = (cell) => {
  const open = ownSeats(cell?.dataset.seat).flatMap(columnOf).filter(isOpenCall);
  const first = cells().find((each) => each !== cell && open.includes(each));
  const row = cell && isCalled(cell) ? rowOf(cell) : first && rowOf(first);
  return open.find((each) => each !== cell && rowOf(each) === row) || first;
};
/* What someone calls on another phone is covered until everyone has called. */
const coverCalls = () => cells().filter(isCalled).forEach((cell) => {
  figureOf(cell).inert = cell.classList.toggle("covered", isElsewhere(cell.dataset.seat) && !isEmpty(cell) && cellsOf(rowOf(cell)).some(isEmpty));
});
