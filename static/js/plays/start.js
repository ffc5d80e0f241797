// Starting a play: who sits where, its date, its group.
import { startBefore } from "../_dom.js";
import { firstPlayer, lines, people } from "./_sitting.js";

const nameInputs = [...document.querySelectorAll(".names [name=player]")];
const startButton = document.querySelector("[name=start]");

/* The start's button says how many play, or how many are missing. */
function tellWhoIsMissing() {
  if (!startButton) return;
  const labels = JSON.parse(startButton.dataset.labels),
    usual = startButton.textContent;
  const tell = () => {
    const number = nameInputs.filter((input) => input.value.trim()).length;
    const { min, max } = startButton.dataset;
    startButton.textContent = labels[number] ?? usual;
    startButton.classList.toggle("waits", number < min || number > max);
  };
  document.addEventListener("input", tell);
  tell();
}

/* Chips of people who are known, else lines to type names into; and who of them begins. */
function sit() {
  if (!startButton) return;
  const row = document.querySelector(".first-player"),
    box = document.querySelector(".people"),
    list = document.querySelector(".names ol");
  if (row) firstPlayer(row, nameInputs);
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
      document.querySelector("[data-place]").textContent = place && `, ${place}`;
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
  document.querySelectorAll("select[data-go]").forEach((select) =>
    select.addEventListener("change", () => {
      location.href = select.dataset.go + encodeURIComponent(select.value);
    }),
  );
}

/* A start that was never answered is the same start when it is sent again, also from a page that
   was fetched anew. */
function sameStart() {
  const form = document.querySelector("form.start");
  form?.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.submitter?.name !== "start") return;
    const aside = ["csrfmiddlewaretoken", "play_id", "proof", "group", "time_zone"];
    const what = JSON.stringify([
      form.action,
      ...[...new FormData(form)].filter(([name]) => !aside.includes(name)),
    ]);
    const before = startBefore(),
      group = form.elements.group?.value || "";
    // The first start may have founded the group that this one names.
    const isSame = before?.what === what && [group, ""].includes(before.group);
    if (isSame)
      ["play_id", "proof"].forEach((name) => {
        form.elements[name].value = before[name];
      });
    else
      localStorage.setItem(
        "start",
        JSON.stringify({
          what,
          group,
          play_id: form.elements.play_id.value,
          proof: form.elements.proof.value,
        }),
      );
  });
}

phonesDate();
tellDay();
tellFolds();
goingSelects();
sit();
tellWhoIsMissing();
sameStart();
