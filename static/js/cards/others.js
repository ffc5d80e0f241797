"use strict";
/* Where somebody else is typing: the cell in which another page has its cursor is framed for a while. It is told only while
   others show the play too, at most four times a second, and kept nowhere. */

(() => {
  const EVERY_MS = 250, SHOWN_MS = 30000;
  const others = new Map();
  let way = "", told = "", timer = 0;
  const here = () => {
    const cell = document.querySelector("#sheet .cell.active");
    return cell ? `${cell.dataset.seat} ${cell.parentElement.dataset.row}` : "";
  };
  const tellIt = () => {
    const cell = here(), [address, tab] = way.split(" ");
    timer = 0;
    if (!way || cell === told) return;
    told = cell;
    fetch(address, {
      method: "POST", body: new URLSearchParams({ tab, cell }), headers: { "X-CSRFToken": cookie("csrftoken"), "HX-Request": "true" },
    }).catch(() => {});
  };
  const show = () => {
    const framed = new Set([...others.values()].map(({ cell }) => cell));
    document.querySelectorAll("#sheet .cell").forEach((cell) => {
      cell.classList.toggle("elsewhere", framed.has(`${cell.dataset.seat} ${cell.parentElement.dataset.row}`));
    });
  };
  const forget = (tab) => { clearTimeout(others.get(tab)?.timer); others.delete(tab); };
  ["click", "keyup", "input"].forEach((name) => document.addEventListener(name, () => { if (way) timer ||= setTimeout(tellIt, EVERY_MS); }));
  document.addEventListener("at", ({ detail: [tab, cell] }) => {
    forget(tab);
    if (cell) others.set(tab, { cell, timer: setTimeout(() => { forget(tab); show(); }, SHOWN_MS) });
    show();
  });
  document.addEventListener("company", ({ detail }) => {
    way = detail;
    told = "";
    if (!way) { [...others.keys()].forEach(forget); show(); }
  });
})();
