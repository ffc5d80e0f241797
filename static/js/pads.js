"use strict";
// Pads: one key a kind, one tap for each thing in hand; what was tapped lies beneath and leaves with a tap.
const tell = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));

function button(text, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

/* A list in one input: `4 7 5`. */
function listPad(pad) {
  const input = pad.querySelector("[data-field]"), laid = pad.querySelector("[data-laid]");
  const entries = () => input.value.split(/[\s,]+/).filter(Boolean);
  const show = () => {
    laid.replaceChildren(...entries().map((entry) => button(entry, `${entry}: ${laid.dataset.takesBack}`)));
    pad.querySelector("[data-total]").textContent = entries().reduce((sum, entry) => sum + Number(entry), 0);
  };
  const set = (list) => { input.value = list.join(" "); show(); tell(input); };
  pad.querySelectorAll("[data-adds]").forEach((key) => key.addEventListener("click", () => set([...entries(), key.dataset.adds])));
  laid.addEventListener("click", (event) => {
    const place = [...laid.children].indexOf(event.target.closest("button"));
    if (place >= 0) set(entries().filter((_, at) => at !== place));
  });
  input.hidden = true;
  input.form.addEventListener("shown", show);
  show();
}

/* A group of counts: a key adds one to its count; what was laid down lies beneath in its order. */
function countsPad(pad) {
  const laid = pad.querySelector("[data-laid]"), note = pad.querySelector("[data-note]");
  const keys = [...pad.querySelectorAll("[data-counts]")];
  const figureOf = (key) => pad.querySelector(`[data-field][name="${key.dataset.counts}"]`);
  const countOf = (key) => sumOf(figureOf(key).value) || 0;
  const order = [];
  // The order of the taps is this page's own; a count that came from elsewhere is put behind or taken off the end.
  const show = () => {
    for (const key of keys) {
      while (order.filter((each) => each === key).length < Math.min(countOf(key), 40)) order.push(key);
      while (order.filter((each) => each === key).length > countOf(key)) order.splice(order.lastIndexOf(key), 1);
      const most = figureOf(key).dataset.most;
      key.setAttribute("aria-disabled", most !== undefined && countOf(key) >= Number(most));
    }
    laid.replaceChildren(...order.map((key) => {
      const chip = button("", `${key.getAttribute("aria-label")}: ${pad.dataset.takesBack}`), picture = key.querySelector("svg");
      if (picture) chip.append(picture.cloneNode(true));
      else chip.textContent = key.dataset.face || key.getAttribute("aria-label");
      return chip;
    }));
  };
  const set = (key, count) => { figureOf(key).value = count; show(); tell(figureOf(key)); };
  keys.forEach((key) => key.addEventListener("click", () => {
    note.hidden = key.getAttribute("aria-disabled") !== "true";
    note.textContent = note.hidden ? "" : key.dataset.full;
    if (note.hidden) set(key, countOf(key) + 1);
  }));
  laid.addEventListener("click", (event) => {
    const place = [...laid.children].indexOf(event.target.closest("button"));
    if (place < 0) return;
    const [key] = order.splice(place, 1);
    note.hidden = true;
    set(key, countOf(key) - 1);
  });
  pad.addEventListener("input", (event) => { if (event.isTrusted) show(); });
  keys[0].form.addEventListener("shown", show);
  show();
}

/* A display of cards: the marked place takes the next key; a tapped card is marked to be replaced. */
function rowsPad(pad) {
  const selects = [...pad.querySelectorAll("select")], length = Number(pad.dataset.rowLength);
  let next = 0, last = -1;
  const free = () => { const after = selects.findLastIndex((select) => select.value) + 1; return after < selects.length ? after : selects.findIndex((select) => !select.value); };
  const faces = selects.map((select, place) => {
    const face = button("");
    face.className = "face";
    face.addEventListener("click", () => { next = place; show(); });
    select.hidden = true;
    select.after(face);
    return face;
  });
  const show = () => selects.forEach((select, place) => {
    const [symbol, points] = select.value.split(" "), face = faces[place];
    const picture = symbol && pad.querySelector(`[data-adds="${select.value}"]`).parentElement.querySelector("svg");
    face.replaceChildren(...(picture ? [picture.cloneNode(true)] : []), document.createTextNode(points || ""));
    face.setAttribute("aria-label", `${select.getAttribute("aria-label")}: ${select.selectedOptions[0].textContent}`);
    face.classList.toggle("next", place === next);
    if (place === next) face.setAttribute("aria-current", "true"); else face.removeAttribute("aria-current");
  });
  const set = (place, value) => { selects[place].value = value; last = place; next = value ? free() : place; show(); tell(selects[place]); };
  pad.querySelectorAll("[data-adds]").forEach((key) => key.addEventListener("click", () => { if (next >= 0) set(next, key.dataset.adds); }));
  pad.querySelector("[data-back]").addEventListener("click", () => {
    const place = last >= 0 && selects[last].value ? last : selects.findLastIndex((select) => select.value);
    if (place >= 0) { set(place, ""); last = -1; }
  });
  pad.querySelector("[data-next-row]").addEventListener("click", () => { next = (Math.floor(Math.max(next, 0) / length) + 1) * length % selects.length; show(); });
  selects[0].form.addEventListener("shown", show);
  next = free();
  show();
}

onPage(() => {
  document.querySelectorAll('[data-pad="list"]').forEach(listPad);
  document.querySelectorAll('[data-pad="rows"]').forEach(rowsPad);
  document.querySelectorAll('[data-pad="counts"]').forEach(countsPad);
});
