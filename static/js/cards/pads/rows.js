"use strict";
// A display of cards: each key lays a card in the next place; a tapped card is the next to be replaced.
(() => {
  const places = new WeakMap();
  const selectsOf = (cell) => [...cell.querySelectorAll("select")];
  const free = (selects) => {
    const after = selects.findLastIndex((select) => select.value) + 1;
    return after < selects.length ? after : selects.findIndex((select) => !select.value);
  };
  const stateOf = (cell) => {
    if (!places.has(cell)) places.set(cell, { next: null, last: -1 });
    return places.get(cell);
  };
  const nextOf = (cell) => stateOf(cell).next ?? free(selectsOf(cell));
  const set = (cell, place, value) => {
    const select = selectsOf(cell)[place];
    select.value = value;
    Object.assign(stateOf(cell), { last: place, next: value ? null : place });
    tell(select);
  };
  const drawn = (value, isFramed) => {
    const made = document.createElement("span"), [symbol, points] = value.split(" ");
    made.className = isFramed ? "slot bonus" : "slot";
    const picture = symbol && document.querySelector(`.panel [data-key="${value}"] svg`);
    if (picture) made.append(points, picture.cloneNode(true));
    return made;
  };
  padKinds.rows = {
    // A full row that shows as many symbols as bring a bonus is framed.
    face: (cell) => {
      const values = selectsOf(cell).map((select) => select.value), rowOf = (place) => Math.floor(place / cell.dataset.rowLength);
      return values.map((value, place) => {
        const row = values.filter((_, at) => rowOf(at) === rowOf(place)), symbols = row.map((each) => each.split(" ")[0]);
        return drawn(value, row.every(Boolean) && cell.dataset.bonusAt.includes(new Set(symbols).size));
      });
    },
    show: (cell, panel) => {
      panel.querySelector(".strip").replaceChildren(...selectsOf(cell).map((select, place) => {
        const card = button("", `${select.getAttribute("aria-label")}: ${select.selectedOptions[0].textContent}`);
        card.append(...drawn(select.value).childNodes);
        card.classList.toggle("next", place === nextOf(cell));
        if (place === nextOf(cell)) card.setAttribute("aria-current", "true");
        return card;
      }));
    },
    press: (cell, key) => {
      const selects = selectsOf(cell), length = Number(cell.dataset.rowLength), next = nextOf(cell);
      if (key === "next row") stateOf(cell).next = (Math.floor(Math.max(next, 0) / length) + 1) * length % selects.length;
      else if (key === "back") {
        const { last } = stateOf(cell), place = last >= 0 && selects[last].value ? last : selects.findLastIndex((select) => select.value);
        if (place >= 0) { set(cell, place, ""); stateOf(cell).last = -1; }
      } else if (next >= 0) {
        set(cell, next, key);
        if (selects.every((select) => select.value)) return "full";
      }
      return "";
    },
    takeBack: (cell, place) => { stateOf(cell).next = place; },
  };
})();
