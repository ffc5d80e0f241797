// Who is here decides at once which games stand in full colour, and which stand back.

const hereForm = document.querySelector("form.tonight");
const tillChoice = document.querySelector("[name=till]");

function tellWhatFits() {
  const names = [...hereForm.elements.player].filter((input) =>
    input.type === "checkbox" ? input.checked : input.value.trim(),
  );
  hereForm.querySelectorAll("[data-least]").forEach((cover) => {
    const fits = names.length >= cover.dataset.least && names.length <= cover.dataset.most;
    cover.classList.toggle("unfit", !fits || cover.classList.contains("long"));
  });
  hereForm.querySelectorAll("[data-as-before]").forEach((words) => {
    words.hidden = true;
  });
}

hereForm?.addEventListener("input", (event) => {
  if (event.target.name !== "player") return;
  tellWhatFits();
  // How long a game takes depends on how many play it.
  if (tillChoice.value) htmx.trigger(tillChoice, "change");
});
