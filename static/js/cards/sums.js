"use strict";
// What every way of entering needs.

/* What a figure comes to, typed as one number or as a sum; null where it is none. */
function sumOf(text) {
  const typed = text.normalize("NFKC").replace(/\s/g, "").replace(/−/g, "-");
  const numbers = typed.replace(/,(?=\d{1,2}(\D|$))/g, ".");
  if (!/^-?\d+(\.\d{1,2})?((\+?-|\+)\d+(\.\d{1,2})?)*\+?$/.test(numbers)) return null;
  const hundredths = numbers.match(/[+-]?[\d.]+/g).map((part) => Math.round(Number(part) * 100));
  return hundredths.reduce((sum, part) => sum + part, 0) / 100;
}

/* What was typed without a sign or a point at its end whose digits are still to come. */
const finished = (text) => text.replace(/\s*[-−.,]\s*$/, "");

function addUp(figure) {
  const typed = finished(figure.value), sum = String(sumOf(typed) ?? typed);
  // It keeps the sign before decimals that the language has.
  const text = sumOf(typed) !== null && typed.includes(",") ? sum.replace(".", ",") : sum;
  if (figure.value !== text) figure.value = text;
}

/* The field that a control belongs to; where one form has those of several seats, its name begins with the seat. */
const keyOf = (control) => control.name.replace(/^seat\d+-/, "");

/* Write what differs: for whatever is written, even the same, the browser works out anew how all around it looks. */
function write(part, name, value) { if (part[name] !== value) part[name] = value; }

/* Fill a box with these parts; what stands there already stays: the browser lays out anew whatever comes. */
function fill(box, parts) {
  parts.map((part) => part.nodeType ? part : new Text(part)).forEach((part, at) => {
    const there = box.childNodes[at];
    if (!there) box.append(part);
    else if (!there.isEqualNode(part)) there.replaceWith(part);
  });
  while (box.childNodes.length > parts.length) box.lastChild.remove();
}

/* What was just typed or tapped inks. It moves nothing, and the browser has nothing to lay out for it. */
const INK_MS = 140, mayMove = matchMedia("(prefers-reduced-motion: no-preference)");
function ink(part) { if (mayMove.matches) part.animate({ opacity: [.3, 1] }, INK_MS); }

/* Say that a control was changed, as if somebody had typed. */
const tell = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));

function button(text, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

