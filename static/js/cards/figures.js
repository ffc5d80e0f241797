"use strict";
// Figures and the parts of a card.

/* Figures: − and +, a tapped one is selected whole, sums add up, Enter goes to the next. */
function sumOf(text) {
  const typed = text.normalize("NFKC").replace(/\s/g, "");
  return /^\d+(\+\d+)*\+?$/.test(typed) ? typed.split("+").reduce((sum, part) => sum + Number(part), 0) : null;
}

function addUp(figure) {
  const sum = sumOf(figure.value);
  if (sum !== null && figure.value !== String(sum)) figure.value = sum;
}

/* What is entered one after the other: figures, and groups of things that are tapped. */
const STOPS = ".figure, .typed:not([hidden]), .picks, .one-of, .display, .tally:has(.typed[hidden])";

/* From what was entered to what comes next on its card, whatever that is entered with; after the last the card is done. */
function goOnFrom(entered) {
  const form = entered.closest("form"), stops = [...form.querySelectorAll(STOPS)], next = stops[stops.indexOf(entered.closest(STOPS)) + 1];
  if (!next) { form.requestSubmit(form.querySelector("button[value='1']")); return; }
  reveal(next);
  (next.matches("input") ? next : next.querySelector(".keys button, .face, label input")).focus();
}

/* Open the part of the card and the fold in which something lies, so that it can take the focus. */
function reveal(element) {
  const part = element.closest(".part[hidden]"), fold = element.closest("details");
  if (part) document.querySelector(`.part-tabs a[href="#${part.id}"]`).click();
  if (fold) fold.open = true;
}

function figures() {
  document.addEventListener("click", (event) => {
    const step = event.target.closest(".step");
    if (!step) return;
    const figure = step.parentElement.querySelector(".figure");
    const now = sumOf(figure.value) ?? Number(figure.dataset.start || 0);
    const most = figure.dataset.most === undefined ? 999 : Number(figure.dataset.most);
    figure.value = Math.max(0, Math.min(most, now + Number(step.dataset.step)));
    figure.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches(".figure")) event.target.select(); });
  document.addEventListener("focusout", (event) => { if (event.target.matches(".figure")) addUp(event.target); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".figure, .picks input, .one-of input") || event.isComposing) return;
    event.preventDefault();
    goOnFrom(event.target);
  });
}

/* Pads: one key a kind, one tap for each thing in hand; what was tapped lies beneath and leaves with a tap. */
const tell = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));

function button(text, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

/* The parts of a card, a screen each: the tab of the one that is shown is marked. Who is done with one part is led to the
   next that was not looked at yet; only then is the card done. */
function parts() {
  document.querySelectorAll(".part-tabs").forEach((tabs) => {
    const links = [...tabs.querySelectorAll("a")], seen = new Set("seen" in tabs.dataset ? links : []);
    const form = tabs.closest("form"), done = form.querySelector("button[value='1']"), isDone = done.textContent;
    const next = () => {
      const here = links.findIndex((link) => link.hasAttribute("aria-current"));
      return [...links.slice(here), ...links].find((link) => !seen.has(link));
    };
    const open = (link) => {
      links.forEach((each) => {
        document.querySelector(each.hash).hidden = each !== link;
        if (each === link) each.setAttribute("aria-current", "true"); else each.removeAttribute("aria-current");
      });
      seen.add(link);
      done.textContent = next() ? `${next().textContent} ▸` : isDone;
    };
    const goTo = (link) => { open(link); tabs.scrollIntoView(); };
    tabs.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      goTo(link);
    });
    form.addEventListener("submit", (event) => {
      if (event.submitter !== done || !next()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      goTo(next());
    });
    open(links[0]);
  });
}

figures();
onPage(parts);

/* The bar above the phone's keypad: ‹ to the field before, + adds up, Next › goes on, and from the last field to the next
   seat. Number keypads have no +, and an iPhone's has no Return key. */
(() => {
  const bar = () => byId("keypad");
  const view = window.visualViewport;
  // A keypad takes at least a quarter of the height; nothing else does while a field is in use.
  const KEYPAD_TAKES = .25;
  let tallest = 0, wide = 0;
  const field = () => (document.activeElement?.matches("#card .figure, #card .typed") ? document.activeElement : null);

  const place = () => {
    if (!bar()) return;
    if (view.width !== wide) [tallest, wide] = [0, view.width];
    tallest = Math.max(tallest, view.height);
    bar().hidden = !field() || view.scale > 1 || view.height > tallest * (1 - KEYPAD_TAKES);
    bar().style.setProperty("bottom", `${Math.max(0, document.documentElement.clientHeight - view.offsetTop - view.height)}px`);
  };
  const goBack = () => {
    const fields = [...field().form.querySelectorAll(".figure, .typed:not([hidden])")];
    const before = fields[fields.indexOf(field()) - 1];
    if (before) { reveal(before); before.focus(); }
  };
  const add = () => {
    const its = field();
    its.setRangeText("+", its.value.length, its.value.length, "end");
    its.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const keys = { before: goBack, add, next: () => goOnFrom(field()) };

  // The field keeps the focus, and with it the keypad.
  document.addEventListener("pointerdown", (event) => { if (event.target.closest("#keypad")) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    const key = event.target.closest("#keypad button");
    if (key && field()) keys[key.value]();
  });
  if (!view) return;
  ["resize", "scroll"].forEach((name) => view.addEventListener(name, place));
  ["focusin", "focusout"].forEach((name) => document.addEventListener(name, () => setTimeout(place)));
  place();
})();
