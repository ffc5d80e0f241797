// Counts that are laid down together: a key adds one to its count; what was laid down lies in a
// strip in its order, or in the sets that it makes.
import { button, fill, small, span, write } from "../../_dom.js";
import { controlsOf, isEmpty, isNone, keyOf, pads, tell } from "../_cells.js";
import { sumOf } from "../_sums.js";
const MOST_SHOWN = 40;
// The order of the taps is this page's own, by cell; a count that came from elsewhere is put behind
// or taken off the end.
const orders = new WeakMap();
const fieldOf = (cell, key) => controlsOf(cell).find((control) => keyOf(control) === key);
const countOf = (control) => sumOf(control.value) || 0;
const orderOf = (cell) => {
  if (!orders.has(cell)) orders.set(cell, []);
  const order = orders.get(cell);
  for (const control of controlsOf(cell)) {
    const key = keyOf(control),
      count = countOf(control);
    while (order.filter((each) => each === key).length < Math.min(count, MOST_SHOWN))
      order.push(key);
    while (order.filter((each) => each === key).length > count)
      order.splice(order.lastIndexOf(key), 1);
  }
  return order;
};
const set = (cell, key, count) => {
  fieldOf(cell, key).value = count;
  tell(fieldOf(cell, key));
};
const takeOff = (cell, name) => {
  if (!name) return;
  orderOf(cell).splice(orderOf(cell).lastIndexOf(name), 1);
  set(cell, name, countOf(fieldOf(cell, name)) - 1);
};
const chip = (panel, name) => {
  const key = panel.querySelector(`[data-key="${name}"]`),
    made = button("", `${key.ariaLabel}: ${panel.querySelector(".strip").dataset.takesBack}`);
  const picture = key.querySelector("svg");
  made.value = name;
  made.append(picture ? picture.cloneNode(true) : key.querySelector("span").textContent);
  return made;
};

/* What it brings: the rules' own numbers, which the row has. */
const bringsOf = (cell) => JSON.parse(cell.parentElement.dataset.brings || "null");
const owns = (cell, thing) =>
  Boolean(
    document.querySelector(`#sheet [data-seat="${cell.dataset.seat}"] [value="${thing}"]:checked`),
  );
/* The sets of what is laid down, the largest first, and how many are left of what stands for any
   kind with its owner. */
const setsOf = (cell, { each, sets, wild }) => {
  const [filler, number, owner] = wild || [],
    kinds = [...new Set(orderOf(cell))].filter((name) => name !== filler && !(name in each)),
    found = [];
  const next = () => kinds.filter((kind) => countOf(fieldOf(cell, kind)) > found.length);
  while (next().length) found.push(next());
  let left = filler ? countOf(fieldOf(cell, filler)) : 0;
  for (; left >= number && owns(cell, owner); left -= number) {
    const most = sets.length - 1;
    if (found.every(({ length }) => length === most)) found.push([]);
    found.find(({ length }) => length < most).push(filler);
  }
  return { found, left, filler };
};
const pointsOf = (cell) => {
  const its = bringsOf(cell);
  if (!its) return null;
  const one = (key) =>
    its.raised[key] && owns(cell, its.raised[key][0]) ? its.raised[key][1] : its.each[key];
  const alone = Object.keys(its.each).reduce(
    (sum, key) => sum + countOf(fieldOf(cell, key)) * one(key),
    0,
  );
  return setsOf(cell, its).found.reduce((sum, kinds) => sum + its.sets[kinds.length], alone);
};
const inSets = (cell, panel, its) => {
  const { found, left, filler } = setsOf(cell, its),
    rest = left ? [chip(panel, filler)] : [];
  if (left > 1) rest[0].append(`×${left}`);
  const chips = found.map((kinds) => kinds.map((name) => chip(panel, name)));
  // Its points stay with the last of a set, wherever the line ends.
  chips.forEach((set) => {
    const end = span("");
    end.append(set.at(-1), its.sets[set.length]);
    set.splice(-1, 1, end);
  });
  return [...chips.flat(), ...rest];
};

pads.counts = {
  isOneWord: true,
  face: (cell) => {
    const all = controlsOf(cell),
      number = all.reduce((sum, control) => sum + countOf(control), 0),
      points = pointsOf(cell);
    if (isEmpty(cell) && !isNone(cell)) return [];
    return points === null || !number ? [String(number)] : [String(points), small(number)];
  },
  // What of other cells this one hangs on.
  about: (cell) => {
    const { raised, wild } = bringsOf(cell) || {};
    return [...Object.values(raised || {}).map(([thing]) => thing), ...(wild || []).slice(2)]
      .map((thing) => owns(cell, thing))
      .join();
  },
  told: (cell) => (pointsOf(cell) ? `+${pointsOf(cell)}` : ""),
  show: (cell, panel) => {
    const its = bringsOf(cell);
    fill(
      panel.querySelector(".strip"),
      its?.sets.length ? inSets(cell, panel, its) : orderOf(cell).map((name) => chip(panel, name)),
    );
    panel.querySelectorAll("[data-key]").forEach((key) => {
      if (key.dataset.key === "back") return;
      const count = countOf(fieldOf(cell, key.dataset.key));
      write(key.querySelector(".times"), "textContent", count ? `×${count}` : "");
      write(
        key,
        "ariaDisabled",
        String(key.dataset.most !== undefined && count >= Number(key.dataset.most)),
      );
    });
  },
  press: (cell, name, panel) => {
    const note = panel.querySelector("[data-note]"),
      key = panel.querySelector(`[data-key="${name}"]`);
    note.hidden = key.ariaDisabled !== "true";
    const full = note.dataset.full.replace("{name}", key.ariaLabel);
    note.textContent = note.hidden ? "" : full.replace("{number}", key.dataset.most);
    if (name === "back") takeOff(cell, orderOf(cell).at(-1));
    else if (note.hidden) set(cell, name, countOf(fieldOf(cell, name)) + 1);
  },
  takeBack: (cell, _place, { value }) => takeOff(cell, value),
};
