// On a page to be printed: a button that prints, and choices that show at once. Without it the
// browser's menu prints, and a button shows what was chosen.

const printing = document.querySelector("[data-print]");
const choices = document.querySelector(".choices");

printing.hidden = false;
printing.addEventListener("click", () => window.print());
choices.addEventListener("change", () => choices.requestSubmit());
document.querySelectorAll(".show, .by-menu").forEach((each) => {
  each.hidden = true;
});
