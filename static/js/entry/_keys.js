// The keys of a figure: one tap where few are possible, digits where many are, a minus where it can
// be below nothing.
import { button, byId, small } from "../_dom.js";
import { figureOf, isCalled, leftOf, numberIn, rowOf } from "./_cells.js";
import { signed } from "./_sums.js";

// Five in a row, three rows: each figure has its own place on every pad.
const ERASE = "erase";
const MINUS = "−";
/* Asked for only where it is a key: a browser is slow to look it up. */
const point = () => (0.5).toLocaleString(globalThis.document?.documentElement.lang)[1];
const MOST_KEYS = 15;
const ON_A_PAGE = 14;
const FEW = 5;
// The key that turns to the next page.
const TURNS = /\d\+$/;

// What is typed first replaces what stands there; a minus before it is its sign. If the keys have
// no room for all figures, the last key turns to the next page of them.
let isFresh = true;
let isTurned = false;
let page = 0;

/* Whether a key has begun the framed cell's figure. */
export const isBegun = () => !isFresh;
export function begin() {
  [isFresh, isTurned, page] = [true, false, 0];
}

/* The keys for a row: `most` of a box, `highest` of a cell, or `usual` of any are possible. */
export function keysFor(
  { highest, usual, most = highest ?? usual, least, decimals, times },
  at = page,
) {
  const first = at * ON_A_PAGE;
  const next = first + ON_A_PAGE;
  const signs = [least < 0 && MINUS, decimals && point(), times, "+"].filter(Boolean);
  const digits = [..."0123456789", ...signs, ...Array(4 - signs.length).fill(""), ERASE];
  // If none is known, nothing compares as true.
  if (least < 0 || decimals || times || !(first <= most) || at > 1) return digits;
  const figures = Math.min(most - first + 1, ON_A_PAGE);
  const keys = Array.from({ length: figures }, (_, n) => String(first + n));
  if (Number(most) === next) return [...keys, String(most)];
  return most > next || usual ? [...keys, `${next}+`] : keys;
}
const keysOf = (cell) => keysFor(rowOf(cell).dataset);

/* Whether so few keys are there that each is two high: what is called is tapped in a hurry. */
export const isFew = (cell) => isCalled(cell) && keysOf(cell).length <= FEW;
/* Where the last of three rows has room for one more key: from which place on, how many wide. */
export function room(cell) {
  const keys = keysOf(cell);
  const gap = keys.indexOf("");
  if (isTyped(cell)) return { from: gap - 10, span: keys.length - 1 - gap };
  const from = Math.max(keys.length - 10, 3);
  return { from, span: Math.max(5 - from, 0) };
}
/* Whether that row has no keys at all. */
export const hasFreeRow = (cell) => keysOf(cell).length <= 10 || isFew(cell);

/* Whether a cell is typed digit by digit. */
export const isTyped = (cell) => keysOf(cell).includes(ERASE);

export function show(cell) {
  const box = byId("figure-keys");
  const keys = keysOf(cell);
  const isDigits = isTyped(cell);
  const left = leftOf(rowOf(cell));
  const { value, dataset } = figureOf(cell);
  const { zero } = rowOf(cell).dataset;
  if (!box.childElementCount) {
    const made = Array.from({ length: MOST_KEYS }, () =>
      Object.assign(button(""), { tabIndex: -1 }),
    );
    box.append(...made);
  }
  box.classList.toggle("few", isFew(cell));
  const names = { [ERASE]: box.dataset.erase, [MINUS]: box.dataset.minus };
  [...box.children].forEach((key, place) => {
    const text = keys[place] || "";
    const isCount = !isDigits && text && !TURNS.test(text);
    if (key.value !== text || text === "0") {
      const drawing = document.querySelector("#dock template").content;
      key.value = text;
      key.replaceChildren(
        text === ERASE ? drawing.cloneNode(true) : (text === "0" && zero) || text,
      );
      if (TURNS.test(text)) key.append(small(box.dataset.more));
      key.ariaLabel = names[text] || null;
    }
    const isBeyond = left !== null && Number(text) > left + numberIn(cell);
    key.classList.toggle("none", !text);
    key.classList.toggle("beyond", Boolean(isCount && isBeyond));
    key.classList.toggle("held", Boolean(isCount && text === value));
    key.classList.toggle("begun", Boolean(isCount && text === dataset.start && !value));
  });
}

/* A sum in which the last number has the other sign: 3 and −3, 3+2 and 3−2. */
function turned(value) {
  const [, before, sign, last] = /^(.*?)([+−]?)([\d.]*)$/.exec(signed(value));
  const other = sign === MINUS ? before && "+" : MINUS;
  return before + other + last;
}

/* What a digit, a sign or the last key makes of what was typed. */
export function typed(value, key) {
  const was = isFresh ? (isTurned ? MINUS : "") : value;
  if (key === MINUS) {
    // Over a figure below nothing it begins another one.
    const isAnother = isFresh && !isTurned && signed(value).startsWith(MINUS);
    const text = isAnother ? MINUS : turned(value);
    isTurned = isFresh && text.startsWith(MINUS);
    return text;
  }
  isFresh = false;
  if (key === ERASE) return value.slice(0, -1);
  return "+×".includes(key) ? signed(value).replace(/[+−×]$/, "") + (value && key) : was + key;
}

/* What a key makes of a cell's figure; null if it only shows other keys. */
export function pressed(cell, key) {
  if (TURNS.test(key)) {
    page += 1;
    return null;
  }
  if (!isTyped(cell)) return key;
  const { value } = figureOf(cell);
  const text = typed(value, key);
  // No figure has more digits.
  return /\d{10}/.test(text) ? value : text;
}
