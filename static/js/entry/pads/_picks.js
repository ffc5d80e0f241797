// Things that somebody has or has not, each of which one seat alone can own.
import { isolated, small } from "../../_dom.js";
import { cellsOf, controlsOf as boxes, isNone, nameOf, pads, rowOf, tell } from "../_cells.js";
import { nameThing } from "./_things.js";
const held = (cell) => boxes(cell).filter((box) => box.checked);
const ownerOf = (cell, key) => {
  const others = cellsOf(rowOf(cell)).filter((each) => each !== cell);
  const owner = others.find((each) => boxes(each).some((box) => box.value === key && box.checked));
  return owner ? nameOf(owner.dataset.seat) : "";
};
const pointsOf = (cell) =>
  held(cell).reduce(
    (sum, { value }) =>
      sum + Number(document.querySelector(`.panel [data-key="${value}"] .worth`).textContent),
    0,
  );
pads.picks = {
  did: nameThing,
  face: (cell) => {
    const number = held(cell).length;
    if (number) return [String(pointsOf(cell)), small(number)];
    return isNone(cell) ? ["0"] : [];
  },
  told: (cell) => (held(cell).length ? `+${pointsOf(cell)}` : ""),
  show: (cell, panel) => {
    panel.querySelector('[data-key=""]').ariaPressed = isNone(cell);
    for (const box of boxes(cell)) {
      const key = panel.querySelector(`[data-key="${box.value}"]`),
        owner = ownerOf(cell, box.value);
      key.ariaPressed = box.checked;
      key.classList.toggle("beyond", Boolean(owner));
      key.querySelector(".owner").textContent = isolated(owner);
    }
  },
  press: (cell, key) => {
    if (key) {
      const box = boxes(cell).find((each) => each.value === key);
      box.checked = !box.checked;
      tell(box);
      return "";
    }
    // Nobody is asked for it again: with none of them all is said.
    held(cell).forEach((box) => {
      box.checked = false;
      tell(box);
    });
    cell.dataset.seen = "";
    return "full";
  },
};
