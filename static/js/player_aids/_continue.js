// What was left in the middle and is known to this phone alone, for Home: games with a referee,
// totals and running counters.

const FORGOTTEN_AFTER_MS = 30 * 24 * 3600 * 1000,
  DRAFT_FORGOTTEN_AFTER_MS = 24 * 3600 * 1000;
// The draft of a form of totals: its address, its group, its game or the title it came with, and
// the people it was begun with.
const TOTALS = /^draft (\S*) (\S*) (\S*) (.*?)(?: (\[.*\]))? totals$/;

(function () {
  const list = document.querySelector("[data-continue]"),
    section = list.closest("section"),
    shelves = "referee " + location.pathname;
  const made = (tag, ...parts) => {
    const element = document.createElement(tag);
    element.append(...parts);
    return element;
  };
  const offer = (place, title, ...small) => {
    const words = made("span", made("strong", title), made("small", ...small));
    words.className = "words";
    if (section.hidden)
      section.prepend(
        Object.assign(document.createElement("h2"), {
          className: "unseen",
          textContent: section.dataset.heading,
        }),
      );
    list.prepend(made("li", Object.assign(made("a", words), { href: place, className: "open" })));
    section.hidden = false;
  };
  const offerTotals = ([key, path, group, of, came, begun]) => {
    const { at, fields } = JSON.parse(localStorage.getItem(key));
    if (at < Date.now() - DRAFT_FORGOTTEN_AFTER_MS) return;
    const valueOf = (name) => fields[name]?.value ?? "";
    const isCounter = "by=1" in fields;
    const what = list.dataset[isCounter ? "counter" : "totals"];
    const names = Object.keys(fields)
      .filter((name) => name.startsWith("player-"))
      .map(valueOf);
    const asked = Object.entries({ group, of, game: came }).filter(([, value]) => value);
    JSON.parse(begun ?? "[]").forEach((name) => asked.push(["player", name]));
    const title = valueOf("title").trim() || what;
    const place = `${path}${isCounter ? "/counter" : ""}?${new URLSearchParams(asked)}`;
    const people = made("bdi", names.filter((name) => name.trim()).join(", "));
    offer(place, title, ...(title === what ? [] : [what, " · "]), people);
  };
  try {
    Object.keys(localStorage)
      .map((key) => TOTALS.exec(key))
      .filter(Boolean)
      .forEach(offerTotals);
    for (const shelf of Object.keys(localStorage).filter((key) => key.startsWith(shelves))) {
      const kept = JSON.parse(localStorage.getItem(shelf));
      if (kept.at < Date.now() - FORGOTTEN_AFTER_MS) localStorage.removeItem(shelf);
      if (!kept.goesOn || localStorage.getItem(shelf) === null) continue;
      const game = made("bdi", kept.game);
      offer(shelf.slice("referee ".length), kept.title, game, ` · ${kept.step}`);
    }
  } catch {
    /* A phone that keeps nothing has nothing to continue. */
  }
})();
