// On a tablet or TV: what has just been counted is framed for two seconds, so that the table sees
// what came, and the end rises when it comes.
const NEWEST_MS = 2000;

const figuresOnTv = () => [...document.querySelectorAll(".watching .now td")];
let figuresSeen = figuresOnTv().map((cell) => cell.textContent);

const isEnd = () => Boolean(document.querySelector(".tv-end"));
let wasEnd = isEnd();

new MutationObserver(([{ target }]) => {
  if (isEnd() !== wasEnd) target.closest("main").classList.toggle("arrives", isEnd());
  wasEnd = isEnd();
  const cells = figuresOnTv(),
    before = figuresSeen;
  figuresSeen = cells.map((cell) => cell.textContent);
  if (cells.length !== before.length) return;
  const fresh = cells.filter((cell, place) => cell.textContent !== before[place]);
  fresh.forEach((cell) => cell.classList.add("fresh"));
  if (fresh.length)
    setTimeout(() => fresh.forEach((cell) => cell.classList.remove("fresh")), NEWEST_MS);
}).observe(document.getElementById("main"), { childList: true, subtree: true });
