// What is wrong or in question on the sheet: each cell that the dock says something of is framed.
import { byId, isolated, write } from "../_dom.js";
import * as outbox from "../_outbox.js";
import {
  beyondText,
  cellsOf,
  columnOf,
  controlsOf,
  cursor,
  figureOf,
  formOf,
  isEmpty,
  isUnset,
  keyOf,
  leftOf,
  leftText,
  nameOf,
  rowOf,
  stopOf,
} from "./_cells.js";

// How many questions stood on the page before.
let asked = 0;

const fieldIn = (cell, field) => controlsOf(cell).filter((control) => keyOf(control) === field);
const hasSome = (cell, field) =>
  fieldIn(cell, field).some((control) => !isUnset(control) && control.value !== "0");

/* What a sentence or a question in the dock is about is framed: its cell, or the whole row in which
   something stands; of a count that shares its cell with others, whose cells have some of it. */
const asksAbout = (cell) => (told) => {
  const { fieldAt, name } = told.dataset;
  const [field] = fieldAt.split(" ");
  const its = fieldIn(cell, field);
  if (!its.length || name !== undefined) return its.length && name === nameOf(cell.dataset.seat);
  const isAlone = its.length === controlsOf(cell).length;
  const nobodyHas = () => !cellsOf(rowOf(cell)).some((each) => hasSome(each, field));
  return isAlone || hasSome(cell, field) || nobodyHas();
};

/* What a screen reader says of a cell beside its name and figure: what its box still holds, and
   what is wrong, not sent or being typed. */
function describe(cell, fault, left) {
  const states = [
    fault?.closest(".waiting")?.querySelector("h2") || fault,
    cell.matches(".unsent") && byId(`mark-${cell.dataset.seat}`),
    cell.matches(".elsewhere") && byId("elsewhere"),
  ];
  const stop = stopOf(cell);
  const told = [left, ...states.map((each) => each?.textContent?.trim())].filter(Boolean);
  const held = stop.inert ? "✓" : stop.value || stop.placeholder || "";
  write(stop, "ariaDescription", told.join(", "));
  write(cell, "ariaLabel", [`${stop.ariaLabel} ${held}`.trim(), ...told].join(", "));
}

/* What can't be right is said here without a network, until the server says it. */
function sayBeyond() {
  const found = [];
  const note = (cell, text, name) => {
    const { label } = rowOf(cell).dataset;
    const whose = name === undefined ? [] : [isolated(name)];
    const what = [...whose, label.replaceAll("\u00ad", "")].join(", ");
    const told = Object.assign(document.createElement("p"), { className: "fault here" });
    told.textContent = `${what}: ${text}`;
    told.dataset.fieldAt = keyOf(controlsOf(cell)[0]);
    if (name !== undefined) told.dataset.name = name;
    found.push(told);
  };
  for (const row of outbox.isCut() ? document.querySelectorAll("#sheet tbody tr") : []) {
    const cells = cellsOf(row);
    if (cells.every(figureOf) && leftOf(row) < 0) note(cells[0], leftText(row));
    for (const cell of cells) {
      const text = beyondText(cell);
      if (text) note(cell, text, nameOf(cell.dataset.seat));
    }
  }
  const [box, were] = [byId("faults"), document.querySelectorAll("#faults .here")];
  const words = (all) => [...all].map(({ textContent }) => textContent).join();
  if (words(found) === words(were)) return;
  were.forEach((each) => each.remove());
  box.append(...found);
}

/* What isn't counted of a column is said beside its own cell, and where none of it is framed. */
function showMark() {
  const { cell } = cursor;
  const bad = cell && formOf(cell.dataset.seat)?.querySelector(".mark .bad");
  const isOther = !cell?.matches(".wrong") && cell?.dataset.seat;
  const isElse = isOther && columnOf(isOther).some((each) => each.matches(".wrong"));
  if (bad) write(bad, "hidden", Boolean(isElse));
}

/* Frame each cell that a sentence or a question is about. */
export function frameFaults() {
  sayBeyond();
  const questions = [...document.querySelectorAll("#waiting [data-choose]")];
  // What other phones did before is of less interest.
  if (questions.length > asked) byId("notices")?.replaceChildren();
  asked = questions.length;
  // What follows from a figure that is in question may not be so.
  const isOpen = ({ dataset: { fieldAt, name } }) =>
    questions.some(
      ({ dataset: its }) =>
        fieldAt.split(" ").includes(its.fieldAt) && (name ?? its.name) === its.name,
    );
  const said = [...document.querySelectorAll("#faults [data-field-at]")];
  said.forEach((each) => write(each, "hidden", isOpen(each)));
  // What came too late still stands in its column: each such cell is framed.
  const late = [...document.querySelectorAll("#waiting li[data-name]")];
  const faults = [...questions, ...said.filter((each) => !each.hidden)];
  const isAsked = questions.length > 0 && faults.length === questions.length;
  document
    .querySelectorAll("#sheet .states .bad")
    .forEach((each) => write(each, "hidden", isAsked));
  document.querySelectorAll("#sheet tbody tr").forEach((row) => {
    const left = leftText(row);
    for (const cell of cellsOf(row)) {
      const isLate = formOf(cell.dataset.seat)?.querySelector("[data-waits]");
      const told = isLate ? [...faults, ...late] : faults;
      const its = isEmpty(cell) ? undefined : told.find(asksAbout(cell));
      const stop = stopOf(cell);
      cell.classList.toggle(
        "wrong",
        Boolean(its) || controlsOf(cell).some((control) => control.ariaInvalid),
      );
      cell.classList.toggle("to-choose", Boolean(its && "choose" in its.dataset));
      cell.classList.toggle("zero", [stop.value, stop.textContent].includes("0"));
      describe(cell, its, left);
    }
    row.classList.toggle("wrong-row", Boolean(row.querySelector(".wrong")));
  });
  showMark();
  // Two numbers for the framed cell stand where its keys were; until it is framed the question
  // stands above.
  document.querySelectorAll("[data-choose]:has(button)").forEach((each) => {
    const isHere = Boolean(cursor.cell) && asksAbout(cursor.cell)(each);
    each.parentElement.classList.toggle("as-keys", isHere);
  });
  byId("dock").classList.toggle("chooses", Boolean(document.querySelector(".as-keys")));
}
