"use strict";
// Games in the middle of which a referee was left, for Home: they are known to this phone alone.

(function () {
  const list = document.querySelector("[data-continue]"), section = list.closest("section");
  const line = (place, { title, game, step }) => {
    const link = Object.assign(document.createElement("a"), { className: "line", href: place });
    const name = Object.assign(document.createElement("span"), { className: "name", textContent: title });
    link.append(name, Object.assign(document.createElement("span"), { className: "quiet", textContent: `${game} · ${step}` }));
    const item = document.createElement("li");
    item.append(link);
    return item;
  };
  try {
    for (const shelf of Object.keys(localStorage).filter((key) => key.startsWith("referee /"))) {
      const kept = JSON.parse(localStorage.getItem(shelf));
      if (!kept.goesOn) continue;
      if (section.hidden) section.prepend(Object.assign(document.createElement("h2"), { textContent: section.dataset.heading }));
      list.prepend(line(shelf.slice("referee ".length), kept));
      section.hidden = false;
    }
  } catch { /* A phone that keeps nothing has nothing to continue. */ }
})();
