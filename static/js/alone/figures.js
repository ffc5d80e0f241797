// Figures that are asked for alone: to correct them, or to break a tie.
import { addUp, signed, sumOf } from "../entry/_sums.js";

/* What is entered one after the other: figures, and groups of things that are tapped. */
const STOPS =
  ".figure, .typed:not([hidden]), .picks, .one-of, .display, .tally:has(.typed[hidden])";

/* From what was entered to what comes next on its card, whatever that is entered with; after the
   last to the button. */
function goOnFrom(entered) {
  const form = entered.closest("form"),
    stops = [...form.querySelectorAll(STOPS)],
    next = stops[stops.indexOf(entered.closest(STOPS)) + 1];
  if (!next) {
    form.querySelector(".actions button").focus();
    return;
  }
  (next.matches("input") ? next : next.querySelector(".keys button, .face, label input")).focus();
}

/* Figures: − and +, a tapped one is selected whole, sums add up, Enter goes to the next. */
function figures() {
  document.addEventListener("click", (event) => {
    const step = event.target.closest(".step");
    if (!step) return;
    const figure = step.parentElement.querySelector(".figure");
    const now = sumOf(figure.value) ?? Number(figure.dataset.start || 0);
    // A row without a limit of its own is checked by the server.
    const most = Number(figure.dataset.most ?? Infinity);
    const next = Math.min(most, now + Number(step.dataset.step));
    figure.value = signed(String(Math.max(Number(figure.dataset.least || 0), next)));
    figure.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".figure-row .figure")) event.target.select();
  });
  document.addEventListener("focusout", (event) => {
    if (event.target.matches(".figure-row .figure")) addUp(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (
      event.key !== "Enter" ||
      !event.target.matches(".figure-row .figure, .picks input, .one-of input") ||
      event.isComposing
    )
      return;
    event.preventDefault();
    goOnFrom(event.target);
  });
}

figures();
