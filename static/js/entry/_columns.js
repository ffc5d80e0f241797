// The columns of the sheet: each hears what is typed, what the server answers, and what comes from
// other phones.
import { afterSwap, randomId } from "../_dom.js";
import * as outbox from "../_outbox.js";
import { onPage, taps } from "../_page.js";
import * as store from "../_store.js";
import { cursor, rowOf } from "./_cells.js";
import { Column, ofOthers, words } from "./_column.js";
import { advanceFrom, showChanged } from "./_cursor.js";
import { isByRow, restOf } from "./_order.js";
import * as steps from "./_steps.js";

let all = [];
const columnIn = (form) => all.find((column) => column.form === form);
const ownerOf = (one) => all.find((column) => column.owns(one));

/* Rest 0, for a column or along the row of the framed cell. */
function fillRest(column) {
  const { cell } = cursor;
  const row = cell && (isByRow() || cursor.rest) && rowOf(cell);
  const seats = row && isByRow() ? restOf(cell).map((each) => each.dataset.seat) : [column.seat];
  cursor.tap = seats.length > 1 ? randomId() : null;
  seats.forEach((seat) => all.find((each) => each.seat === seat).fillUp(row));
  cursor.tap = null;
  showChanged();
  advanceFrom(column.seat);
  // The same button is there for the next column: what taps it at once was meant for this one.
  taps.startAnew();
}

/* Let all columns take over what new marks say. */
export const takeOver = () => all.forEach((column) => column.takeOver());

function begin() {
  all = [...document.querySelectorAll("form[data-card]")].map((form) => new Column(form));
  for (const column of all) {
    steps.columns.set(column.address, column);
    column.form.addEventListener("complete", () => column.finish());
    column.form.addEventListener("outbox:hold", () => column.send());
    column.form.addEventListener("submit", (event) => {
      event.preventDefault();
      fillRest(column);
    });
    if (column.early.length) {
      column.note(column.early);
      column.keep();
      column.send();
    }
    column.comeBack();
  }
}

document.addEventListener("input", ({ target, isTrusted }) => {
  if (target.matches("[data-field]")) columnIn(target.form)?.typed(target, isTrusted);
});
document.addEventListener("outbox:answer", ({ detail }) => ownerOf(detail.one)?.answered(detail));
document.addEventListener("outbox:failed", ({ detail }) => ownerOf(detail.one)?.sayHow());
document.addEventListener("outbox:refused", ({ detail }) => {
  const column = ownerOf(detail.one);
  if (!column) return;
  column.done = "";
  column.say(words().notTaken, "bad");
});
document.addEventListener("outbox:change", ({ detail }) => {
  const owner = detail && ownerOf(detail.stored);
  if (owner) owner.storedVersion = Math.max(owner.storedVersion, detail.stored.version);
  for (const column of all)
    if (column.form.isConnected && column.isDirty && !column.mark.querySelector(".bad"))
      column.sayHow();
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const column = columnIn(detail.target.closest("form"));
  if (!column || detail.target !== column.mark) return;
  const mark = detail.fragment.firstElementChild ?? detail.fragment;
  ofOthers.add(mark);
  detail.shouldSwap = column.mayTake(mark);
  if (!detail.shouldSwap) column.follow(mark);
});

// The page goes away: what was typed in the last moment is sent all the same.
function flush() {
  for (const column of all)
    if (column.form.isConnected && column.isDirty) outbox.flush(column.draft());
}
addEventListener("pagehide", flush);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) flush();
});

/* Begin; to be called before the cursor begins, which looks at what the columns hold. */
export function start() {
  afterSwap(takeOver);
  onPage(begin);
  store.openedLate.then(() => all.forEach((column) => column.comeBack()));
}
