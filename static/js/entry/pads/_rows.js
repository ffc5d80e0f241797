// A display of cards: each key lays a card in the next place; a tapped card is the next to be
// replaced.
import { button, fill, small, span } from "../../_dom.js";
import { pads, tell } from "../_cells.js";
import { KINDS } from "../_fields.js";
import { sumOf } from "../_sums.js";
import { nameThing } from "./_things.js";
const places = new WeakMap();
const selectsOf = (cell) => [...cell.querySelectorAll("select")];
const free = (selects) => {
  const after = selects.findLastIndex((select) => select.value) + 1;
  return after < selects.length ? after : selects.findIndex((select) => !select.value);
};
const stateOf = (cell) => {
  if (!places.has(cell)) places.set(cell, { next: null, last: -1 });
  return places.get(cell);
};
const nextOf = (cell) => stateOf(cell).next ?? free(selectsOf(cell));
const set = (cell, place, value) => {
  const select = selectsOf(cell)[place];
  select.value = value;
  Object.assign(stateOf(cell), { last: place, next: value ? null : place });
  tell(select);
};
const drawn = (value, isFramed) => {
  const made = Object.assign(span(""), { className: isFramed ? "slot bonus" : "slot" });
  const picture = value && document.querySelector(`.panel [data-key="${value}"] svg`);
  if (picture) made.append(value.split(" ")[1], picture.cloneNode(true));
  return made;
};
pads.rows = {
  did: (cell, was, now) => nameThing(cell, was, now, /\s*[,/]\s*/),
  // A full row that shows as many symbols as bring a bonus is framed; beneath stands how all of it
  // is made up.
  face: (cell) => {
    const parts = [0],
      length = Number(cell.dataset.rowLength),
      values = selectsOf(cell).map((select) => select.value);
    const faces = values.map((value, place) => {
      const start = place - (place % length),
        row = values.slice(start, start + length);
      const bonus =
        row.every(Boolean) &&
        JSON.parse(cell.dataset.bonuses)[new Set(row.map((each) => each.split(" ")[0])).size];
      parts[0] += Number(value.split(" ")[1] || 0);
      if (bonus && place === start) parts.push(bonus);
      return drawn(value, bonus);
    });
    const all = parts.join(" + "),
      made = small(""),
      total = document.createElement("b");
    total.append(sumOf(all) || "");
    made.append(parts[1] ? `${all} = ` : "", total);
    return [...faces, made];
  },
  // Who has no finger reaches a single card here.
  show: (cell, panel) => {
    const strip = panel.querySelector(".strip"),
      at = [...strip.children].indexOf(document.activeElement);
    fill(
      strip,
      selectsOf(cell).map((select) => {
        const card = button("", `${select.ariaLabel}: ${select.selectedOptions[0].textContent}`);
        card.append(...drawn(select.value).childNodes);
        return card;
      }),
    );
    strip.children[at]?.focus();
    cell
      .querySelectorAll(".slot")
      .forEach((slot, place) => slot.classList.toggle("next", place === nextOf(cell)));
  },
  press: (cell, key) => {
    const selects = selectsOf(cell),
      length = Number(cell.dataset.rowLength),
      next = nextOf(cell);
    if (key === "next row")
      stateOf(cell).next = ((Math.floor(Math.max(next, 0) / length) + 1) * length) % selects.length;
    else if (key === "back") {
      const { last } = stateOf(cell),
        place =
          last >= 0 && selects[last].value ? last : selects.findLastIndex((select) => select.value);
      if (place >= 0) {
        set(cell, place, "");
        stateOf(cell).last = -1;
      }
    } else if (next >= 0) {
      set(cell, next, key);
      return selects.every((select) => select.value) && "full";
    }
    return "";
  },
  takeBack: (cell, place) => {
    stateOf(cell).next = place;
  },
};
// A card that is tapped where it lies is the next to be replaced; this comes before its cell is
// drawn anew.
document.addEventListener(
  "click",
  ({ target }) => {
    const slot = target.closest("#sheet .active .slot");
    if (slot) stateOf(slot.closest(".cell")).next = [...slot.parentElement.children].indexOf(slot);
  },
  true,
);

/* Rows without the empty ones at their end: a display without cards is nothing. */
const withoutEnd = (rows) => rows.replace(/[\s/]+$/, "");
/* A display of cards in rows of a length: `red 4, blue 7 / green 1`. */
class Rows {
  constructor(controls) {
    this.controls = controls;
    this.length = Number(controls[0].closest("[data-row-length]")?.dataset.rowLength || 1);
  }
  get text() {
    const values = this.controls.map((select) => select.value);
    const rows = [];
    for (let at = 0; at < values.length; at += this.length)
      rows.push(values.slice(at, at + this.length));
    return withoutEnd(rows.map((row) => row.filter(Boolean).join(", ")).join(" / "));
  }
  set text(text) {
    const rows = text.split("/").map((row) => row.split(",").map((card) => card.trim()));
    this.controls.forEach((select, at) => {
      select.value = rows[Math.floor(at / this.length)]?.[at % this.length] || "";
    });
  }
  says(text) {
    return withoutEnd(text) === this.text;
  }
}
KINDS["select-one"] = Rows;
