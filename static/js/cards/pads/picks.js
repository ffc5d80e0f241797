"use strict";
// Things that somebody has or has not, each of which one seat alone can own.
(() => {
  const boxes = (cell) => [...cell.querySelectorAll("[data-field]")];
  const ownerOf = (cell, key) => {
    const others = [...cell.parentElement.querySelectorAll(".cell")].filter((each) => each !== cell);
    const owner = others.find((each) => boxes(each).some((box) => box.value === key && box.checked));
    return owner ? counting.nameOf(owner.dataset.seat) : "";
  };
  padKinds.picks = {
    face: (cell) => {
      const number = boxes(cell).filter((box) => box.checked).length;
      return number || "seen" in cell.dataset ? [String(number)] : [];
    },
    show: (cell, panel) => {
      for (const box of boxes(cell)) {
        const key = panel.querySelector(`[data-key="${box.value}"]`), owner = ownerOf(cell, box.value);
        key.setAttribute("aria-pressed", box.checked);
        key.classList.toggle("beyond", Boolean(owner));
        key.querySelector(".owner").textContent = owner;
      }
    },
    press: (cell, key) => {
      const box = boxes(cell).find((each) => each.value === key);
      box.checked = !box.checked;
      tell(box);
    },
  };
})();
