// The first page: games that were left in the middle, the code of a table, and who is here tonight.
import "./access/join.js";
import "./player_aids/_continue.js";

const form = document.querySelector("form.tonight");

/* A game that is not for as many as are here steps back, and says for how many it is. */
form?.addEventListener("input", () => {
  const number = [...form.querySelectorAll("[name=player]")].filter((input) =>
    input.type === "checkbox" ? input.checked : input.value.trim(),
  ).length;
  form.querySelectorAll("[data-seats]").forEach((row) => {
    const fits = !number || row.dataset.seats.split(" ").includes(String(number));
    row.querySelector(".value").hidden = fits;
    row.classList.toggle("unfit", !fits);
  });
});
