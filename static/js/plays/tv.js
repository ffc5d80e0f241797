// On a tablet or TV: what has just been counted is framed for two seconds, so that the table sees
// what came.
const NEWEST_MS = 2000;

const figuresOnTv = () => [...document.querySelectorAll(".watching .now td")];
let figuresSeen = figuresOnTv().map((cell) => cell.textContent);

new MutationObserver(() => {
  const cells = figuresOnTv(),
    before = figuresSeen;
  figuresSeen = cells.map((cell) => cell.textContent);
  if (cells.length !== before.length) return;
  const fresh = cells.filter((cell, place) => cell.textContent !== before[place]);
  fresh.forEach((cell) => cell.classList.add("fresh"));
  if (fresh.length)
    setTimeout(() => fresh.forEach((cell) => cell.classList.remove("fresh")), NEWEST_MS);
}).observe(document.getElementById("main"), { childList: true, subtree: true });
