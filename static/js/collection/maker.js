// Making a sheet: while somebody types, only the section that is typed in is sent, and the figures
// to try it with. The sheet shows at once what is being changed.
import { afterSwap } from "../_dom.js";

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const { elt, parameters, triggeringEvent } = detail;
  const { section } = elt.dataset;
  if (!section) return;
  // What an input lacks is said once it is left.
  if (triggeringEvent?.type === "focusout") parameters.left = "1";
  const isElsewhere = (name) =>
    name === "was" || (name.includes(":") && !name.startsWith(`${section}:`));
  Object.keys(parameters)
    .filter(isElsewhere)
    .forEach((name) => delete parameters[name]);
});

const form = () => document.getElementById("sheet-form");

// The whole form brings all that its sections hold: their answers would find no place any more.
document.addEventListener("htmx:beforeSend", ({ target }) => {
  if (target !== form()) return;
  form()
    .querySelectorAll("[data-section]")
    .forEach((section) => htmx.trigger(section, "htmx:abort"));
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const isBeingSent = form().matches(".htmx-request");
  if (event.target.dataset.section && isBeingSent) event.preventDefault();
});

// Until the answer comes, nobody is told that it is saved.
document.addEventListener("input", ({ target }) => {
  if (target.closest("[data-section]")) document.getElementById("saved").replaceChildren();
  if (target.name === "look_of:accent") {
    const colours = [...form().querySelectorAll("[name='look_of:accent']")].map(
      ({ value }) => value,
    );
    document.body.classList.remove(...colours);
    document.body.classList.add(target.value);
  }
  if (target.name === "look_of:emblem") {
    const drawing = target.nextElementSibling.firstElementChild.cloneNode(true);
    drawing.classList.add("emblem");
    document.querySelector(".head .emblem").replaceWith(drawing);
  }
});

const showChanging = ({ target }) => {
  if (!target.matches(".sheet-row")) return;
  const line = document.querySelector(`#so-far tr[data-row="${CSS.escape(target.dataset.row)}"]`);
  line?.classList.toggle("changing", target.open);
  if (target.open) line?.scrollIntoView({ block: "nearest" });
};
document.addEventListener("toggle", showChanging, true);

// The address says which step is open. A page that was refused opens the step of its fault.
const markStep = () => {
  const named = document.getElementById(location.hash.slice(1))?.closest(".step");
  const open = named ?? form().querySelector(".step.first");
  if (!location.hash) location.replace(`#${open.id}`);
  document.querySelectorAll(".maker-steps a").forEach((step) => {
    if (step.hash === `#${open.id}`) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  });
};
addEventListener("hashchange", markStep);
markStep();
let begun = form();
afterSwap(() => {
  if (form() === begun) return;
  begun = form();
  // An answer that comes late leads nobody back who has gone on.
  const { id } = begun.querySelector(".step.first");
  location.replace(begun.querySelector(`#${id} .fault`) ? `#${id}` : location.hash);
  markStep();
});
