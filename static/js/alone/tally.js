// A list in one input: `4 7 5`.
import { button } from "../_dom.js";
import { tell } from "../entry/_cells.js";
function listPad(pad) {
  const input = pad.querySelector("[data-field]"),
    laid = pad.querySelector("[data-laid]");
  const entries = () => input.value.split(/[\s,]+/).filter(Boolean);
  const show = () => {
    laid.replaceChildren(
      ...entries().map((entry) => button(entry, `${entry}: ${laid.dataset.takesBack}`)),
    );
    pad.querySelector("[data-total]").textContent = entries().reduce(
      (sum, entry) => sum + Number(entry),
      0,
    );
  };
  const set = (list) => {
    input.value = list.join(" ");
    show();
    tell(input);
  };
  pad
    .querySelectorAll("[data-adds]")
    .forEach((key) => key.addEventListener("click", () => set([...entries(), key.dataset.adds])));
  laid.addEventListener("click", (event) => {
    const place = [...laid.children].indexOf(event.target.closest("button"));
    if (place >= 0) set(entries().filter((_, at) => at !== place));
  });
  input.hidden = true;
  show();
}

document.querySelectorAll('[data-pad="list"]').forEach(listPad);
