// The fields of a column as text, whatever they are entered with: one input, checkboxes of a name,
// or selects.
import { isTick, keyOf } from "./_cells.js";
import { finished, sumOf } from "./_sums.js";

/* Whether somebody has changed a control since its page came. */
export function isChanged(control) {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  const chosen = [...(control.options || [])].findLastIndex((option) => option.defaultSelected);
  return control.options
    ? control.selectedIndex !== Math.max(chosen, 0)
    : control.value !== control.defaultValue;
}

/* Rows without the empty ones at their end: a display without cards is nothing. */
const withoutEnd = (rows) => rows.replace(/[\s/]+$/, "");
const sorted = (words) => words.split(" ").filter(Boolean).sort().join();

class Ticks {
  constructor(controls) {
    this.controls = controls;
  }
  get text() {
    return this.controls
      .filter((box) => box.checked)
      .map((box) => box.value)
      .join(" ");
  }
  set text(text) {
    this.controls.forEach((box) => {
      box.checked = text.split(" ").includes(box.value);
    });
  }
  says(text) {
    return sorted(text) === sorted(this.text);
  }
}

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

class Typed {
  constructor(controls) {
    this.controls = controls;
  }
  get text() {
    return finished(this.controls[0].value);
  }
  set text(text) {
    this.controls[0].value = text;
  }
  says(text) {
    const { text: its } = this;
    return text === its || (its !== "" && sumOf(its) !== null && sumOf(its) === sumOf(text));
  }
}

const KINDS = { checkbox: Ticks, radio: Ticks, "select-one": Rows };

/* The fields of a form, each with its `name`, its `controls`, its `text`, and whether it `says` the
   same as a text. */
export function fieldsOf(form) {
  const all = [...form.elements].filter((control) => control.matches("[data-field]"));
  return [...new Set(all.map(keyOf))].map((name) => {
    const controls = all.filter((control) => keyOf(control) === name);
    return Object.assign(new (KINDS[controls[0].type] || Typed)(controls), { name });
  });
}
