// The fields of a column as text, whatever they are entered with: one input, checkboxes of a name,
// or selects.
import { cursor, isTick, isUnset, keyOf } from "./_cells.js";
import { finished, signed, sumOf } from "./_sums.js";

/* Whether somebody has changed a control since its page came. */
export function isChanged(control) {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  const chosen = [...(control.options || [])].findLastIndex((option) => option.defaultSelected);
  return control.options
    ? control.selectedIndex !== Math.max(chosen, 0)
    : control.value !== control.defaultValue;
}

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

class Typed {
  constructor(controls) {
    this.controls = controls;
  }
  /* Until a sign has a digit, what stood there before counts: `held`. */
  get text() {
    const [control] = this.controls;
    const text = finished(control.value).replaceAll("−", "-");
    if (text || !control.value) control.held = text;
    return control.held ?? "";
  }
  set text(text) {
    const [control] = this.controls;
    control.held = text;
    control.value = signed(text);
  }
  says(text) {
    const { text: its } = this;
    return text === its || (its !== "" && sumOf(its) !== null && sumOf(its) === sumOf(text));
  }
}

/* The kinds of fields by the type of their first control; a pad of others adds its own. */
export const KINDS = { checkbox: Ticks, radio: Ticks };

/* The fields of a form, each with its `name`, its `controls`, its `text`, and whether it `says` the
   same as a text. */
export function fieldsOf(form) {
  const all = [...form.elements].filter((control) => control.matches("[data-field]"));
  return [...new Set(all.map(keyOf))].map((name) => {
    const controls = all.filter((control) => keyOf(control) === name);
    return Object.assign(new (KINDS[controls[0].type] || Typed)(controls), { name });
  });
}

/* What a mark says that the server has of a field: it leaves out the empty ones. */
export function storedIn(mark) {
  const values = JSON.parse(mark.dataset.values);
  return (name) => values[name] ?? "";
}

/* What is asked of two phones that entered the column of a mark differently. */
export const questionsOf = (mark) =>
  [...document.querySelectorAll(`[hx-target="#${mark.id}"] [data-mine]`)].map(
    ({ dataset }) => dataset,
  );

/* Nothing more in a field: a blank is 0, or what the stage began with, or the answer that means
   nothing. */
export function fillBlank(controls, cell) {
  const [control] = controls;
  const nothing = cell.querySelector("[data-nothing]");
  const isFigure = control.matches(".figure, .one-count input");
  if (isFigure && isUnset(control)) control.value = cursor.rest || control.dataset.start || "0";
  else if (nothing && controls.every(isUnset)) nothing.checked = true;
  else cell.dataset.seen = "";
}
