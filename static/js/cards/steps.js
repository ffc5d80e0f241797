"use strict";
// What was done on this phone, the last thing last, so that Undo takes back just that, whether it was sent or not. A step
// says what its fields held before it and after it. The phone knows it until the play is over,
// in another tab and after a reload, too.

const steps = (() => {
  const MOST = 200, DOUBLE_TAP_MS = 300, place = `steps /plays/${location.pathname.split("/")[2]}/`;
  // The columns of this page by their address: whether they hold what a step has left, and how they take it back.
  const columns = new Map();
  let all = JSON.parse(localStorage.getItem(place)) || [], isSameTask = false, undoneAt = 0;

  const store = () => localStorage.setItem(place, JSON.stringify(all.slice(-MOST)));
  addEventListener("storage", ({ key, newValue }) => { if (key === place) all = JSON.parse(newValue) || []; });
  const isNothing = ({ was, now, finishes }) => !finishes && Object.keys(now).every((name) => now[name] === was[name]);
  /* Digits of one figure are one step, as is all that one tap does. */
  const isPartOf = (last, step) => last?.card === step.card && (isSameTask || (step.visit === last.visit
    && Object.entries(step.now).every(([name, text]) => name in last.now && (text.startsWith(last.now[name]) || last.now[name].startsWith(text)))));
  const add = (step) => {
    if (isPartOf(all.at(-1), step)) {
      const last = all.pop();
      all.push({ ...last, was: { ...step.was, ...last.was }, now: { ...last.now, ...step.now }, finishes: last.finishes || step.finishes });
    } else all.push(step);
    if (isNothing(all.at(-1))) all.pop();
    isSameTask = true;
    // What is tapped after something was typed is no second half of the tap before.
    undoneAt = 0;
    queueMicrotask(() => { isSameTask = false; });
    store();
  };

  /* The last step that still stands. What another phone has changed since is no longer this one's to take back. */
  const last = () => {
    const changed = new Set();
    return all.findLast((step) => {
      const column = columns.get(step.card), names = Object.keys(step.now);
      if (!column || names.some((name) => changed.has(step.card + name))) return false;
      if (column.holds(step)) return true;
      names.forEach((name) => changed.add(step.card + name));
      return false;
    });
  };

  const called = (cell, name) => {
    const label = document.querySelector(`.panel [data-key="${name}"]`)?.ariaLabel || rowOf(cell).dataset.label;
    return /\d$/.test(label) ? `${label}:` : label;
  };
  const shown = (cell, name, text) => {
    const choice = cell.querySelector(`[type=radio][value="${text}"]`);
    return choice?.labels[0].textContent.trim() || (text.trim() ? String(sumOf(text) ?? text) : "–");
  };
  /* What a step did in a few words, and what of it taking it back would leave. */
  const tell = ({ seat, was, now }) => {
    const names = Object.keys(now), [name] = names, { zeros } = byId("dock").dataset;
    const cell = name && cellWith(seat, name);
    if (!cell) return { did: SAID_HERE.in, undone: "–" };
    if (names.length > 1) return { did: names.every((each) => now[each] === "0") ? zeros.replace("{number}", names.length) : formOf(seat).querySelector("[data-nothing]").textContent, undone: "–" };
    if (cell.dataset.kind && !kindOf(cell).isOneWord) return { did: called(cell, name) };
    return { did: `${called(cell, name)}\u00a0${shown(cell, name, now[name])}`, undone: shown(cell, name, was[name]) };
  };

  /* Take back the last step, and say so. Whether there was one. */
  const undo = () => {
    const step = last();
    // The second half of a double tap is none of its own.
    const isAgain = Date.now() - undoneAt < DOUBLE_TAP_MS;
    if (!step || isAgain) return isAgain;
    undoneAt = Date.now();
    const { did } = tell(step);
    all = all.filter((each) => each !== step);
    store();
    columns.get(step.card).takeBack(step);
    counting.goTo(cellWith(step.seat, Object.keys(step.now)[0]));
    counting.say(byId("dock").dataset.undone.replace("{name}", isolated(nameOf(step.seat))).replace("{what}", did));
    return true;
  };
  return { columns, add, last, tell, undo };
})();
