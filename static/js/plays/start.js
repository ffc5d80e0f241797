"use strict";
// Starting a play: its names, its date, its group.

/* Starting a play: Enter goes to the next name, known names and ↑ work in place, card values are shown as typed. */
function names() {
  const fieldset = document.querySelector(".names");
  if (!fieldset) return;
  const inputs = [...fieldset.querySelectorAll("input")];
  fieldset.addEventListener("keydown", (event) => {
    const place = inputs.indexOf(event.target);
    if (event.key !== "Enter" || place < 0 || event.isComposing) return;
    event.preventDefault();
    const next = inputs[place + 1];
    if (event.target.value.trim() && next) next.focus();
    else document.querySelector("[name=start]").focus();
  });
  fieldset.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    if (button.name === "up") {
      const place = Number(button.value);
      [inputs[place - 1].value, inputs[place].value] = [inputs[place].value, inputs[place - 1].value];
    } else {
      const empty = inputs.find((input) => !input.value.trim());
      if (!empty) return;
      empty.value = button.value;
      button.hidden = true;
    }
  });
  document.addEventListener("input", (event) => {
    const shown = document.querySelector(`[data-shows="${event.target.name}"]`);
    if (shown) shown.textContent = event.target.value;
  });
}

/* The date of the phone, where nobody has chosen another, and the clock it goes by. */
function phonesDate() {
  const now = new Date();
  const today = new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
  document.querySelectorAll("[data-today]").forEach((input) => { if (input.value === input.defaultValue) input.value = today; });
  document.querySelectorAll("[data-time-zone]").forEach((input) => { input.value = Intl.DateTimeFormat().resolvedOptions().timeZone; });
}

/* A select that leads to a page as soon as it is changed. */
function goingSelects() {
  document.querySelectorAll("select[data-go]").forEach((select) =>
    select.addEventListener("change", () => { location.href = select.dataset.go + encodeURIComponent(select.value); }));
}

/* A start that was never answered is the same start when it is sent again, also from a page that was fetched anew. */
function sameStart() {
  const form = document.querySelector("form.start");
  form?.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.submitter?.name !== "start") return;
    const aside = ["csrfmiddlewaretoken", "play_id", "proof", "group", "time_zone"];
    const what = JSON.stringify([form.action, ...[...new FormData(form)].filter(([name]) => !aside.includes(name))]);
    const before = startBefore(), group = form.elements.group?.value || "";
    // The first start may have founded the group that this one names.
    const isSame = before?.what === what && [group, ""].includes(before.group);
    if (isSame) ["play_id", "proof"].forEach((name) => { form.elements[name].value = before[name]; });
    else localStorage.setItem("start", JSON.stringify({ what, group, play_id: form.elements.play_id.value, proof: form.elements.proof.value }));
  });
}

phonesDate(); goingSelects(); names(); sameStart();
