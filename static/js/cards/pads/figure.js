"use strict";
// A figure: one tap where the box holds few, digits where it holds many.
const figureKeys = (() => {
  // Five in a row, three rows: each figure has its own place on every pad.
  const ERASE = "erase", MOST_KEYS = 15, ON_A_PAGE = 14, DIGITS = [..."0123456789", "+", "", "", "", ERASE];
  // What is typed first takes the place of what stands there. Where the keys have no room the last one shows the others.
  let isFresh = true, page = 0;
  const begin = () => { isFresh = true; page = 0; };

  const keysOf = (cell) => {
    // Where neither is known, nothing is compared to hold.
    const { usual, most = usual } = rowOf(cell).dataset, first = page * ON_A_PAGE;
    if (!(first <= most) || page > 1) return DIGITS;
    const keys = Array.from({ length: Math.min(most - first + 1, ON_A_PAGE) }, (_, n) => String(first + n)), next = first + ON_A_PAGE;
    if (Number(most) === next) return [...keys, most];
    return most > next || usual ? [...keys, `${next} ›`] : keys;
  };
  /* Whether it is typed digit by digit. */
  const isTyped = (cell) => keysOf(cell) === DIGITS;
  const show = (cell) => {
    const box = byId("figure-keys"), keys = keysOf(cell), left = leftOf(rowOf(cell)), { value, dataset: { start } } = figureOf(cell);
    if (!box.childElementCount) box.append(...Array.from({ length: MOST_KEYS }, () => Object.assign(button(""), { tabIndex: -1 })));
    [...box.children].forEach((key, place) => {
      const text = keys[place] || "", isCount = keys !== DIGITS && !text.includes("›");
      if (key.value !== text) {
        key.value = text;
        key.replaceChildren(text === ERASE ? document.querySelector("#dock template").content.cloneNode(true) : text);
        key.ariaLabel = text === ERASE ? box.dataset.erase : null;
      }
      key.classList.toggle("none", !text);
      key.classList.toggle("beyond", isCount && left !== null && Number(text) > left + numberIn(cell));
      key.classList.toggle("held", isCount && text !== "" && text === value);
      key.classList.toggle("begun", isCount && text !== "" && text === start && !value);
    });
  };
  /* What a key makes of the figure; null where it only shows other keys. */
  const pressed = (cell, key) => {
    const { value } = figureOf(cell), was = isFresh ? "" : value;
    if (key.includes("›")) { page += 1; return null; }
    isFresh = false;
    if (!isTyped(cell)) return key;
    if (key === ERASE) return (was || value).slice(0, -1);
    return key === "+" ? `${value}+` : was + key;
  };
  return { begin, isTyped, show, pressed };
})();
