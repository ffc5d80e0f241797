// Games in the middle of which a referee was left, for Home: they are known to this phone alone.

const FORGOTTEN_AFTER_MS = 30 * 24 * 3600 * 1000;

(function () {
  const list = document.querySelector("[data-continue]"),
    section = list.closest("section"),
    shelves = "referee " + location.pathname;
  const made = (tag, ...parts) => {
    const element = document.createElement(tag);
    element.append(...parts);
    return element;
  };
  const line = (place, { title, game, step }) => {
    const words = made(
      "span",
      made("strong", title),
      made("small", made("bdi", game), ` · ${step}`),
    );
    words.className = "words";
    return made("li", Object.assign(made("a", words), { href: place, className: "open" }));
  };
  try {
    for (const shelf of Object.keys(localStorage).filter((key) => key.startsWith(shelves))) {
      const kept = JSON.parse(localStorage.getItem(shelf));
      if (kept.at < Date.now() - FORGOTTEN_AFTER_MS) localStorage.removeItem(shelf);
      if (!kept.goesOn || localStorage.getItem(shelf) === null) continue;
      if (section.hidden)
        section.prepend(
          Object.assign(document.createElement("h2"), {
            className: "unseen",
            textContent: section.dataset.heading,
          }),
        );
      list.prepend(line(shelf.slice("referee ".length), kept));
      section.hidden = false;
    }
  } catch {
    /* A phone that keeps nothing has nothing to continue. */
  }
})();
