// The page on which a closed stage is corrected: it is sent as a whole, and typed as a draft.
import { cameAs, valueOf } from "./_draft.js";
import { afterSwap, byId } from "./_dom.js";
import { cells, controlsOf, cursor, isTick, stopOf } from "./entry/_cells.js";
import { goTo, typeAnew } from "./entry/_cursor.js";
import { wrongCell } from "./entry/_dock.js";
import { addedUp } from "./entry/_sums.js";
import "./entry_with_pads.js";

// A longer text has no room beside a new one.
const MOST_BESIDE = 8;

/* What counts so far of a control, as it is read out; nothing if that is nothing. */
function wordsBefore(control) {
  const came = cameAs(control);
  if (isTick(control)) return came && control.labels[0].textContent.trim();
  const option = [...(control.options ?? [])].find(({ value }) => value === came);
  return came && (option?.textContent ?? addedUp(came));
}

/* Mark each cell that was changed, and show beside what it holds what counts so far. */
function markChanged() {
  cells().forEach((cell) => {
    const controls = controlsOf(cell);
    const isChanged = controls.some((control) => valueOf(control) !== cameAs(control));
    const was = controls.map(wordsBefore).filter(Boolean).join(", ") || "–";
    const said = isChanged ? byId("dock").dataset.before.replace("{count}", was) : "";
    cell.classList.toggle("changed", isChanged);
    cell.dataset.was = was.length > MOST_BESIDE ? "" : was;
    stopOf(cell).setAttribute("aria-description", said);
  });
}

/* The cursor in a cell that is refused, once those are framed. */
function goToWrong() {
  if (!cursor.cell?.matches(".wrong")) goTo(wrongCell());
}

// What is refused is typed anew, not continued.
document.addEventListener("submit", typeAnew);
afterSwap(() => queueMicrotask(goToWrong));
addEventListener("input", markChanged);
// Keys change a cell without typing into it.
addEventListener("click", markChanged);
markChanged();
