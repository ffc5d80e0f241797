// A display of cards: the marked place takes the next key; a tapped card is marked to be replaced.
import { button } from "../_dom.js";
import { tell } from "../entry/_cells.js";
function rowsPad(pad) {
  const selects = [...pad.querySelectorAll("select")],
    length = Number(pad.dataset.rowLength);
  let next = 0,
    last = -1;
  const free = () => {
    const after = selects.findLastIndex((select) => select.value) + 1;
    return after < selects.length ? after : selects.findIndex((select) => !select.value);
  };
  const faces = selects.map((select, place) => {
    const face = button("");
    face.className = "face";
    face.addEventListener("click", () => {
      next = place;
      show();
    });
    select.hidden = true;
    select.after(face);
    return face;
  });
  const show = () =>
    selects.forEach((select, place) => {
      const [symbol, points] = select.value.split(" "),
        face = faces[place];
      const picture =
        symbol &&
        pad.querySelector(`[data-adds="${select.value}"]`).parentElement.querySelector("svg");
      face.replaceChildren(
        ...(picture ? [picture.cloneNode(true)] : []),
        document.createTextNode(points || ""),
      );
      face.setAttribute(
        "aria-label",
        `${select.getAttribute("aria-label")}: ${select.selectedOptions[0].textContent}`,
      );
      face.classList.toggle("next", place === next);
      if (place === next) face.setAttribute("aria-current", "true");
      else face.removeAttribute("aria-current");
    });
  const set = (place, value) => {
    selects[place].value = value;
    last = place;
    next = value ? free() : place;
    show();
    tell(selects[place]);
  };
  pad.querySelectorAll("[data-adds]").forEach((key) =>
    key.addEventListener("click", () => {
      if (next >= 0) set(next, key.dataset.adds);
    }),
  );
  pad.querySelector("[data-back]").addEventListener("click", () => {
    const place =
      last >= 0 && selects[last].value ? last : selects.findLastIndex((select) => select.value);
    if (place >= 0) {
      set(place, "");
      last = -1;
    }
  });
  pad.querySelector("[data-next-row]").addEventListener("click", () => {
    next = ((Math.floor(Math.max(next, 0) / length) + 1) * length) % selects.length;
    show();
  });
  next = free();
  show();
}

document.querySelectorAll('[data-pad="rows"]').forEach(rowsPad);
