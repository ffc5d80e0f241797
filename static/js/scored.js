// The scored sheet: what the dock tells of a cell goes by its cross, or by another tap on
// that cell.
import { byId } from "./_dom.js";
import "./following.js";

document.addEventListener(
  "click",
  (event) => {
    const told = byId("why-cell"),
      cross = told?.querySelector(".put-away"),
      tapped = event.target.closest(".cell a, .put-away");
    if (!cross || !tapped || (tapped !== cross && tapped.href !== location.href)) return;
    event.preventDefault();
    event.stopPropagation();
    const cell = [...document.querySelectorAll(".cell a")].find(
      (each) => each.href === location.href,
    );
    history.replaceState(history.state, "", cross.href);
    told.replaceChildren();
    // A finger leaves nothing marked; whoever goes by keys stays where they were.
    if (event.detail) cell?.blur();
    else cell?.focus({ preventScroll: true });
  },
  true,
);
