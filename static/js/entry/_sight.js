// The framed cell stays in sight: between the heads of the page and of the sheet, and the dock,
// over which stands what it says.
import { cursor } from "./_cells.js";

const middleOf = ({ top, bottom }) => (top + bottom) / 2;

/* Where a cell is seen; nothing if the dock leaves the whole page free. */
function sight(cell) {
  const dock = document.querySelector(".dock");
  const { top, left } = dock.getBoundingClientRect();
  if (getComputedStyle(dock).position !== "sticky" || left > cell.getBoundingClientRect().right)
    return null;
  const heads = [...document.querySelectorAll(".head, .names > *")];
  const above = Math.max(...heads.map((head) => head.getBoundingClientRect().bottom));
  return { top: above, bottom: top - dock.querySelector(".told").offsetHeight };
}

/* What is higher than its room has its middle there. */
export function bringIntoSight(cell) {
  const [seen, its] = [sight(cell), cell.getBoundingClientRect()];
  if (!seen) cell.scrollIntoView({ block: "nearest" });
  else if (its.bottom - its.top > seen.bottom - seen.top)
    scrollBy(0, middleOf(its) - middleOf(seen));
  else if (its.bottom > seen.bottom) scrollBy(0, its.bottom - seen.bottom + 4);
  else if (its.top < seen.top) scrollBy(0, its.top - seen.top - 4);
}

// The dock, and what it says, may grow at any time: then the framed cell stays in sight, and before
// it what two phones have entered differently, unless that was out of it before, for who scrolls
// away looks at something else.
let dockHeight = 0;
const parts = () => document.querySelectorAll(".dock, .dock .told");
const growing = new ResizeObserver(() => {
  const was = dockHeight;
  dockHeight = [...parts()].reduce((sum, part) => sum + part.offsetHeight, 0);
  const wasSeen = (cell) => {
    const seen = cell?.isConnected && sight(cell);
    if (!seen) return false;
    const { top, bottom } = cell.getBoundingClientRect();
    return top >= seen.top && bottom <= seen.bottom + dockHeight - was;
  };
  const asked = document.querySelector("#sheet .cell.to-choose");
  [cursor.cell, asked].filter(wasSeen).forEach(bringIntoSight);
});

/* Watch the dock of a page that has just come. */
export const watchDock = () => parts().forEach((part) => growing.observe(part));
