// What is wrong or in question on the sheet: each cell that the dock says something of is framed.
import { byId, isolated, write } from "../_dom.js";
import * as outbox from "../_outbox.js";
import {
  beyondText,
  cells,
  cellsOf,
  columnOf,
  controlsOf,
  cursor,
  formOf,
  isEmpty,
  isUnset,
  keyOf,
  labelOf,
  leftOf,
  leftText,
  nameOf,
  rowOf,
  stopOf,
} from "./_cells.js";
import { isBegun } from "./_keys.js";

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
    cell.matches(".unsent") && formOf(cell.dataset.seat).querySelector(".mark"),
    cell.matches(".elsewhere") && byId("elsewhere"),
  ];
  const stop = stopOf(cell);
  const told = [left, ...states.map((each) => each?.textContent?.trim())].filter(Boolean);
  const held = stop.inert ? "✓" : stop.value || stop.placeholder || "";
  write(stop, "ariaDescription", told.join(", "));
  write(cell, "ariaLabel", [`${stop.ariaLabel} ${held}`.trim(), ...told].join(", "));
}

/* A sentence about a cell, or about its row if it has no name. */
function faultAt(cell, text, name) {
  const whose = name ? `${isolated(name)}, ${rowOf(cell).dataset.label}` : labelOf(cell);
  const fault = Object.assign(document.createElement("p"), { className: "fault here" });
  fault.textContent = `${whose.replaceAll("\u00ad", "")}: ${text}`;
  Object.assign(fault.dataset, { fieldAt: keyOf(controlsOf(cell)[0]) }, name && { name });
  return fault;
}

/* Whether digits of a figure may still come. */
const isTyping = (cell) => cell === cursor.cell && isBegun();

/* What is too low or too high, or more than the box holds, is said here without a network, until
   the server says it. */
function sayBeyond() {
  const all = outbox.isCut() ? cells() : [];
  const were = [...document.querySelectorAll("#faults .here")];
  const isFirst = (cell) => cellsOf(rowOf(cell))[0] === cell;
  const told = [
    ...all
      .filter((cell) => beyondText(cell) && !isTyping(cell))
      .map((cell) => faultAt(cell, beyondText(cell), nameOf(cell.dataset.seat))),
    ...all
      .filter((cell) => isFirst(cell) && leftOf(rowOf(cell)) < 0)
      .map((cell) => faultAt(cell, leftText(rowOf(cell)))),
  ];
  const words = (all) => all.map(({ textContent }) => textContent).join();
  if (words(told) === words(were)) return;
  were.forEach((each) => each.remove());
  byId("faults").append(...told);
}

/* What isn't counted of a column is said beside its own cell, and where none of it is framed; what
   another phone has changed beside its own cell alone. */
function showMark() {
  const { cell } = cursor;
  const mark = cell && formOf(cell.dataset.seat)?.querySelector(".mark");
  const changed = mark?.lastChild;
  if (changed?.cell) write(changed, "hidden", changed.cell !== cell);
  const bad = mark?.querySelector(".bad");
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
  if (cursor.cell && !cursor.cell.matches(".to-choose")) cursor.before = cursor.cell;
  // Two numbers for the framed cell stand where its keys were; until it is framed the question
  // stands above.
  document.querySelectorAll("[data-choose]:has(button)").forEach((each) => {
    const isHere = Boolean(cursor.cell) && asksAbout(cursor.cell)(each);
    each.parentElement.classList.toggle("as-keys", isHere);
  });
  byId("dock").classList.toggle("chooses", Boolean(document.querySelector(".as-keys")));
}
