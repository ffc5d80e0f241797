// Starting a play: who sits where, its date, its group.
import { isolated, startBefore } from "../_dom.js";

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

/* Names that are typed: Enter goes to the next one, ↑ moves one up in place. */
function typedNames() {
  const list = document.querySelector(".names:not(.with-people) ol");
  list?.addEventListener("keydown", (event) => {
    const place = nameInputs.indexOf(event.target);
    if (event.key !== "Enter" || place < 0 || event.isComposing) return;
    event.preventDefault();
    const next = nameInputs[place + 1];
    if (event.target.value.trim() && next) next.focus();
    else startButton.focus();
  });
  list?.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    const place = Number(button.value),
      [above, its] = [nameInputs[place - 1], nameInputs[place]];
    [above.value, its.value] = [its.value, above.value];
  });
}

/* People who are known sit down with a tap, in the order of the taps, and get up with another. The
   inputs of the names stay what is sent: they are filled from the chips and the names that are
   typed beside them. */
function people() {
  const box = document.querySelector(".people");
  if (!box) return;
  const most = Number(startButton.dataset.max),
    another = box.querySelector(".new"),
    typed = box.querySelector("template");
  let seated = [];
  const everybody = () => [...box.querySelectorAll(".person")];
  const inputOf = (person) => person.querySelector("input");
  const nameOf = (person) => (inputOf(person) || person).value.trim();
  const isSame = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();
  const chipOf = (name) =>
    everybody().find((person) => !inputOf(person) && isSame(person.value, name));
  const newPerson = (name = "") => {
    another.before(typed.content.cloneNode(true));
    const person = another.previousElementSibling;
    inputOf(person).value = name;
    return person;
  };

  const show = () => {
    nameInputs.forEach((input, place) => {
      input.value = seated[place] ? nameOf(seated[place]) : "";
    });
    const isFull = seated.length >= most;
    everybody().forEach((person) => {
      const seat = seated.indexOf(person) + 1,
        input = inputOf(person);
      person.querySelector(".no").textContent = seat || "";
      const label =
        seat && most > 1
          ? box.dataset.seat.replace("{name}", isolated(nameOf(person))).replace("{number}", seat)
          : "";
      if (input) {
        person.classList.toggle("typed", seat > 0);
        input.readOnly = isFull && !seat && most > 1;
        input.setAttribute(
          "aria-label",
          label || typed.content.querySelector("input").getAttribute("aria-label"),
        );
      } else {
        person.setAttribute("aria-pressed", seat > 0);
        person.setAttribute("aria-disabled", isFull && !seat && most > 1);
        if (label) person.setAttribute("aria-label", label);
        else person.removeAttribute("aria-label");
      }
    });
    another.setAttribute("aria-disabled", isFull && most > 1);
    document.dispatchEvent(new Event("input"));
  };
  const getUp = (person) => {
    seated = seated.filter((each) => each !== person);
  };
  const sitDown = (person) => {
    if (most === 1) seated = [];
    if (seated.length < most && !seated.includes(person)) seated.push(person);
  };

  box.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    if (button === another) {
      const free = everybody().find((person) => inputOf(person) && !nameOf(person));
      if (button.getAttribute("aria-disabled") !== "true") inputOf(free || newPerson()).focus();
      return;
    }
    if (button.matches(".same"))
      seated = JSON.parse(button.dataset.names).map(chipOf).filter(Boolean);
    else if (seated.includes(button)) getUp(button);
    else sitDown(button);
    show();
  });
  const typedNow = (event) => {
    if (!event.target.matches("input")) return;
    const person = event.target.closest(".person");
    if (nameOf(person)) sitDown(person);
    else getUp(person);
    show();
  };
  box.addEventListener("input", typedNow);
  box.addEventListener("focusin", typedNow);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
    event.preventDefault();
    // On to the next new name where there is room; Enter in an empty one says that nobody else is
    // new.
    if (event.target.value.trim() && seated.length < most) another.click();
    else (startButton.matches(".waits") ? another : startButton).focus();
  });
  // Who sits already: chosen before the page came back, or kept by the browser.
  seated = nameInputs
    .map((input) => input.value)
    .filter((name) => name.trim())
    .map((name) => chipOf(name) || newPerson(name));
  show();
}

/* What the folds hold is told on them: the rules as chosen, the day. */
function tellFolds() {
  document.addEventListener("change", ({ target }) => {
    const chosen =
      target.type === "radio" && document.querySelector(`[data-chosen="${target.name}"]`);
    if (chosen) chosen.textContent = target.labels[0].textContent.trim();
    if (target.name === "played_on") tellDay();
  });
}

function tellDay() {
  const told = document.querySelector("[data-day]"),
    input = document.querySelector("[name=played_on]");
  const day = input?.valueAsDate;
  if (!told || !day) return;
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  const written = (how) =>
    new Intl.DateTimeFormat(language, { timeZone: "UTC", ...how }).format(day);
  told.textContent =
    input.value === told.dataset.day
      ? told.dataset.word.replace("{day}", written({ day: "numeric", month: "long" }))
      : written({ dateStyle: "medium" });
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
tellWhoIsMissing();
typedNames();
people();
sameStart();
