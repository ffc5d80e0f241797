// Starting a play: who sits where, its date, its group.
import { afterSwap } from "../_dom.js";
import { firstPlayer, lines, people, roles } from "./_sitting.js";

/* The start's button says how many play, or how many are missing. */
function tellWhoIsMissing(form, nameInputs, startButton) {
  const labels = JSON.parse(startButton.dataset.labels),
    usual = startButton.textContent;
  const typed = form.elements.new;
  const nameIn = (input) => input.value.trim().toLowerCase();
  const tell = () => {
    const names = nameInputs.map(nameIn).filter(Boolean);
    const { min, max } = startButton.dataset;
    // A name that was typed and not added sits down with the start, too, where there is a seat.
    const isNew = typed && nameIn(typed) && !names.includes(nameIn(typed)) && names.length < max;
    const number = names.length + (isNew ? 1 : 0);
    startButton.textContent = labels[number] ?? usual;
    startButton.classList.toggle("waits", number < min || number > max);
  };
  form.addEventListener("input", tell);
  tell();
}

/* Chips of people who are known, else lines to type names into; and who of them begins. */
function sit(form, nameInputs, startButton) {
  const row = form.querySelector(".first-player"),
    box = form.querySelector(".people"),
    list = form.querySelector(".names ol");
  if (row) firstPlayer(row, nameInputs);
  roles(form.querySelector("details.roles"), nameInputs);
  if (box) people(box, nameInputs, startButton);
  else lines(list, startButton);
}

/* What the folds hold is told on them: the points, the rules as chosen, the day and the place. */
function tellFolds() {
  document.addEventListener("change", ({ target }) => {
    const chosen =
      target.type === "radio" && document.querySelector(`[data-chosen="${target.name}"]`);
    if (chosen) chosen.textContent = target.labels[0].textContent.trim();
    if (target.name === "played_on") tellDay();
    if (target.name === "place") {
      const place = target.value.trim();
      target.closest("details").querySelector("[data-place]").textContent = place && `, ${place}`;
    }
    const worths = target.closest(".worths");
    if (worths)
      document.querySelector("[data-worths]").textContent = [...worths.querySelectorAll("input")]
        .map((input) => input.value.trim() || "–")
        .join(" · ");
  });
}

function tellDay() {
  const told = document.querySelector("[data-day]"),
    input = document.querySelector("[name=played_on]");
  const day = input?.valueAsDate;
  if (!told || !day) return;
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  told.textContent =
    input.value === told.dataset.day
      ? told.dataset.word
      : new Intl.DateTimeFormat(language, { timeZone: "UTC", dateStyle: "medium" }).format(day);
}

/* The date of the phone, where nobody has chosen another, and the clock it goes by: until five it
   is still yesterday's evening, as the server counts it. */
function phonesDate() {
  const now = new Date();
  const today = new Date(now - (now.getTimezoneOffset() + 5 * 60) * 60000)
    .toISOString()
    .slice(0, 10);
  document.querySelectorAll("[data-today]").forEach((input) => {
    if (input.value === input.defaultValue) input.value = today;
    const told = document.querySelector("[data-day]");
    if (told) told.dataset.day = today;
  });
  document.querySelectorAll("[data-time-zone]").forEach((input) => {
    input.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  });
}

/* A select that leads to a page as soon as it is changed. */
function goingSelects() {
  document.addEventListener("change", ({ target: { dataset, value } }) => {
    if (dataset?.go) location.href = dataset.go + encodeURIComponent(value);
  });
}

let begun = null;
/* What is on the page now: a form that was refused comes anew. */
function begin() {
  phonesDate();
  tellDay();
  const form = document.querySelector("form.start");
  if (!form || form === begun) return;
  begun = form;
  const nameInputs = [...form.querySelectorAll(".names [name=player]")];
  const startButton = document.querySelector("[name=start]");
  sit(form, nameInputs, startButton);
  tellWhoIsMissing(form, nameInputs, startButton);
}

tellFolds();
goingSelects();
begin();
afterSwap(begin);
