// What Undo says of a cell that holds several things: which of them was laid down or taken away.
import { panelOf, rowOf } from "../_cells.js";

/* The things of a list that another lacks. */
function beyond(list, other) {
  const rest = [...other];
  return list.filter((thing) => {
    const at = rest.indexOf(thing);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/* The one thing that came or went, in the word of its key; "" if it was more than one. */
export function nameThing(cell, was, now, between = " ") {
  const [before, after] = [was, now].map((text) => text.split(between).filter(Boolean));
  const come = beyond(after, before),
    gone = beyond(before, after);
  const some = come.length ? come : gone;
  const key = some.length === 1 && panelOf(cell).querySelector(`[data-key="${some[0]}"]`);
  if (!key) return "";
  const { textContent: word } = key.querySelector(".face-word") || key;
  const text = key.ariaLabel || (word === some[0] ? `${rowOf(cell).dataset.label} ${word}` : word);
  return text.replace(/ (\d+)$/, "\u00a0$1") + (come.length ? "" : "\u00a0–");
}
