// A list in one input: `4 7 5`.
import { button, fill, small } from "../../_dom.js";
import { pads, rowOf, tell } from "../_cells.js";
import { nameThing } from "./_things.js";
const inputOf = (cell) => cell.querySelector("[data-field]");
const entries = (cell) =>
  inputOf(cell)
    .value.split(/[\s,]+/)
    .filter(Boolean);
const sum = (list) => list.reduce((total, entry) => total + Number(entry), 0);
const set = (cell, list) => {
  inputOf(cell).value = list.join(" ");
  tell(inputOf(cell));
};
pads.tally = {
  did: nameThing,
  face: (cell) => {
    const list = entries(cell);
    const total = "listed" in rowOf(cell).dataset ? [] : [String(sum(list))];
    return list.length ? [...total, small(list.join(" "))] : [];
  },
  show: (cell, panel) => {
    const strip = panel.querySelector(".strip");
    fill(
      strip,
      entries(cell).map((entry) => button(entry, `${entry}: ${strip.dataset.takesBack}`)),
    );
  },
  press: (cell, key) =>
    set(cell, key === "back" ? entries(cell).slice(0, -1) : [...entries(cell), key]),
  takeBack: (cell, place) =>
    set(
      cell,
      entries(cell).filter((_, at) => at !== place),
    ),
};
