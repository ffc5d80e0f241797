"use strict";
// On a page to be printed: a button that prints, and choices that show at once. Without it the browser's menu prints,
// and the form has a button.

document.querySelector("[data-print]").hidden = false;
document.querySelector("[data-print]").addEventListener("click", () => window.print());

const choices = document.querySelector(".choices");
choices.querySelector(".show").hidden = true;
choices.addEventListener("change", () => choices.requestSubmit());
