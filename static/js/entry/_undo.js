// Undo: what this phone did last goes back on the phone first, sent or not. What only the server
// knows, htmx asks it to take back.
import { byId, isolated } from "../_dom.js";
import { cellWith, nameOf } from "./_cells.js";
import { goTo } from "./_cursor.js";
import { say } from "./_dock.js";
import * as steps from "./_steps.js";

const isUndo = (form) => form.matches(".undo[data-seat]");
function sayBack({ seat, did, columns }) {
  const { undone, undoneAlong } = byId("dock").dataset;
  const told = columns > 1 ? undoneAlong : undone;
  say(told.replace("{name}", isolated(nameOf(seat))).replace("{what}", did));
}
// What the server is asked to take back.
let asked = "";

document.addEventListener("htmx:confirm", (event) => {
  if (!isUndo(event.target)) return;
  const step = steps.takeBack();
  if (step === undefined) return;
  event.preventDefault();
  if (step === null) return;
  goTo(cellWith(step.seat, Object.keys(step.now)[0]));
  sayBack(step);
});
document.addEventListener("htmx:afterRequest", ({ detail, target }) => {
  if (isUndo(target) && detail.successful && asked)
    sayBack({ seat: target.dataset.seat, did: asked });
});

/* Only now: a button that has lost the focus is no part of what htmx sends. */
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (isUndo(target)) {
    const { of = "" } = target.querySelector(".unseen").dataset;
    [asked] = of.split("\u00a0→");
    goTo(cellWith(target.dataset.seat, target.elements.field.value));
  } else if (target.matches(".waiting")) {
    // What the answer changes is the last step here, and the server knows it.
    const asked = [...target.querySelectorAll("[data-field-at]")];
    steps.forget(
      target.dataset.of,
      asked.map(({ dataset }) => dataset.fieldAt),
    );
    // The cell that a question is about gets the focus of its button, which goes with the answer.
    goTo(document.querySelector("#sheet .cell.to-choose"));
  }
});
