"use strict";
// On a page to be printed: a button that prints, and choices that show at once. Without it the browser's menu prints,
// and a button shows what was chosen.

const button = document.querySelector("[data-print]");
const choices = document.querySelector(".choices");

button.hidden = false;
button.addEventListener("click", () => window.print());
choices.addEventListener("change", () => choices.requestSubmit());
document.querySelectorAll(".show, .by-menu").forEach((each) => { each.hidden = true; });
