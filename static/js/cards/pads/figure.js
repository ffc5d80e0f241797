"use strict";
// A figure: one tap where there are few, digits where there can be many, with a minus where there can be less than nothing.
const figureKeys = (() => {
  // Five in a row, three rows: each figure has its own place on every pad.
  const ERASE = "erase", MINUS = "−", MOST_KEYS = 15, ON_A_PAGE = 14;
  // What is typed first takes the place of what stands there; a minus before it is its sign.
  // Where the keys have no room the last one shows the others.
  let isFresh = true, isTurned = false, page = 0;
  const begin = () => { isFresh = true; isTurned = false; page = 0; };

  /* The keys for a row of which so much is possible: `most` of a box, `highest` of a cell, `usual` of any. */
  const keysFor = ({ highest, usual, most = highest ?? usual, least, decimals }, at = page) => {
    // Where none is known, nothing is compared to hold.
    const first = at * ON_A_PAGE, next = first + ON_A_PAGE;
    const signs = ["+", least < 0 ? MINUS : "", decimals ? "." : "", ""];
    const digits = [..."0123456789", ...signs, ERASE];
    if (least < 0 || decimals || !(first <= most) || at > 1) return digits;
    const figures = Math.min(most - first + 1, ON_A_PAGE);
    const keys = Array.from({ length: figures }, (_, n) => String(first + n));
    if (Number(most) === next) return [...keys, String(most)];
    return most > next || usual ? [...keys, `${next} ›`] : keys;
  };
  const keysOf = (cell) => keysFor(rowOf(cell).dataset);
  /* Whether it is typed digit by digit. */
  const isTyped = (cell) => keysOf(cell).includes(ERASE);
  const show = (cell) => {
    const box = byId("figure-keys"), keys = keysOf(cell), isDigits = isTyped(cell);
    const left = leftOf(rowOf(cell)), { value, dataset: { start } } = figureOf(cell);
    if (!box.childElementCount) {
      const made = Array.from({ length: MOST_KEYS }, () => Object.assign(button(""), { tabIndex: -1 }));
      box.append(...made);
    }
    const names = { [ERASE]: box.dataset.erase, [MINUS]: box.dataset.minus };
    [...box.children].forEach((key, place) => {
      const text = keys[place] || "", isCount = !isDigits && !text.includes("›");
      if (key.value !== text) {
        const drawing = document.querySelector("#dock template").content;
        key.value = text;
        key.replaceChildren(text === ERASE ? drawing.cloneNode(true) : text);
        key.ariaLabel = names[text] || null;
      }
      const isBeyond = left !== null && Number(text) > left + numberIn(cell);
      key.classList.toggle("none", !text);
      key.classList.toggle("beyond", isCount && isBeyond);
      key.classList.toggle("held", isCount && text !== "" && text === value);
      key.classList.toggle("begun", isCount && text !== "" && text === start && !value);
    });
  };
  /* A sum in which the last number has the other sign: 3 and -3, 3+2 and 3-2. */
  const turned = (value) => {
    const [, before, sign, last] = /^(.*?)([+-]?)([\d.]*)$/.exec(value.replace(/−/g, "-"));
    const other = sign === "-" ? before && "+" : "-";
    return before + other + last;
  };
  /* What a digit, a sign or the last key makes of what was typed. */
  const typed = (value, key) => {
    const was = isFresh ? (isTurned ? "-" : "") : value;
    if (key === MINUS) { isTurned = isFresh && !isTurned; return turned(value); }
    isFresh = false;
    if (key === ERASE) return value.slice(0, -1);
    return key === "+" ? value.replace(/[+-]$/, "") + (value && key) : was + key;
  };
  /* What a key makes of the figure; null where it only shows other keys. */
  const pressed = (cell, key) => {
    if (key.includes("›")) { page += 1; return null; }
    return isTyped(cell) ? typed(figureOf(cell).value, key) : key;
  };
  return { begin, isTyped, keysFor, pressed, show, typed };
})();
