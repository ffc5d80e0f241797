// Undo: what this phone did last goes back on the phone first, sent or not. What only the server
// knows, htmx asks it to take back.
import { byId, isolated } from "../_dom.js";
import { cellWith, cursor, isCalled, nameOf } from "./_cells.js";
import { activate, goTo } from "./_cursor.js";
import { say } from "./_dock.js";
import { following, openCell } from "./_order.js";
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
  // Whoever has answered goes on where they were: the next key isn't meant for what they chose.
  if (detail.requestConfig.elt.matches(".waiting") && detail.successful) {
    const { before } = cursor;
    const { cell } = cursor;
    // What comes after the bids is played first.
    const isBid = cell && isCalled(cell);
    const isThere = before?.isConnected && before !== cell && (!isBid || isCalled(before));
    const next = isThere ? before : (isBid ? following : openCell)(cell);
    if (next) goTo(next);
    else {
      activate(null, null);
      document.querySelector(".main[data-score]")?.focus({ preventScroll: true });
    }
  }
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
    steps.forgetAll();
    // The cell that a question is about gets the focus of its button, which goes with the answer.
    goTo(document.querySelector("#sheet .cell.to-choose"));
  }
});
