"use strict";
// Counts that are laid down together: a key adds one to its count; what was laid down lies in a strip in its order.
(() => {
  const MOST_SHOWN = 40;
  // The order of the taps is this page's own, by cell; a count that came from elsewhere is put behind or taken off the end.
  const orders = new WeakMap();
  const fieldOf = (cell, key) => [...cell.querySelectorAll("[data-field]")].find((control) => keyOf(control) === key);
  const countOf = (control) => sumOf(control.value) || 0;
  const orderOf = (cell) => {
    if (!orders.has(cell)) orders.set(cell, []);
    const order = orders.get(cell);
    for (const control of cell.querySelectorAll("[data-field]")) {
      const key = keyOf(control), count = countOf(control);
      while (order.filter((each) => each === key).length < Math.min(count, MOST_SHOWN)) order.push(key);
      while (order.filter((each) => each === key).length > count) order.splice(order.lastIndexOf(key), 1);
    }
    return order;
  };
  const set = (cell, key, count) => { fieldOf(cell, key).value = count; tell(fieldOf(cell, key)); };
  const chip = (panel, name) => {
    const key = panel.querySelector(`[data-key="${name}"]`), made = button("", `${key.getAttribute("aria-label")}: ${panel.querySelector(".strip").dataset.takesBack}`);
    const picture = key.querySelector("svg");
    made.append(picture ? picture.cloneNode(true) : key.querySelector("span").textContent);
    return made;
  };
  padKinds.counts = {
    face: (cell) => {
      const all = [...cell.querySelectorAll("[data-field]")], number = all.reduce((sum, control) => sum + countOf(control), 0);
      return all.some((control) => control.value.trim()) || "seen" in cell.dataset ? [String(number)] : [];
    },
    show: (cell, panel) => {
      const order = orderOf(cell);
      fill(panel.querySelector(".strip"), order.map((name) => chip(panel, name)));
      panel.querySelectorAll("[data-key]").forEach((key) => {
        if (key.dataset.key === "back") return;
        const count = countOf(fieldOf(cell, key.dataset.key));
        write(key.querySelector(".times"), "textContent", count ? `×${count}` : "");
        write(key, "ariaDisabled", String(key.dataset.most !== undefined && count >= Number(key.dataset.most)));
      });
    },
    press: (cell, name, panel) => {
      const note = panel.querySelector("[data-note]"), key = panel.querySelector(`[data-key="${name}"]`);
      note.hidden = key.getAttribute("aria-disabled") !== "true";
      note.textContent = note.hidden ? "" : key.dataset.full;
      if (name === "back") padKinds.counts.takeBack(cell, orderOf(cell).length - 1);
      else if (note.hidden) set(cell, name, countOf(fieldOf(cell, name)) + 1);
    },
    takeBack: (cell, place) => {
      const order = orderOf(cell), name = order[place];
      if (name === undefined) return;
      order.splice(place, 1);
      set(cell, name, countOf(fieldOf(cell, name)) - 1);
    },
  };
})();
