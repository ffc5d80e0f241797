"use strict";
// A group of counts: a key adds one to its count; what was laid down lies beneath in its order.
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

onPage(() => document.querySelectorAll('[data-pad="counts"]').forEach(countsPad));
