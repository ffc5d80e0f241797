// The referee on the phone: it asks the rules (`referee`, which is the same Python as on the
// server) and draws what they answer. What was done is a list of actions that stays on this phone.

(function () {
  const form = document.getElementById("referee"),
    keeping = document.getElementById("keep"),
    place = document.getElementById("referee-page");
  const table = JSON.parse(document.getElementById("referee-table").textContent),
    { say } = referee;
  const shelf = "referee " + location.pathname + location.search;

  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(shelf)).journal;
    } catch {
      return [];
    }
  };
  let journal = kept(),
    at;
  resume();

  function resume() {
    at = referee.replay(referee, table, journal);
    journal = journal.slice(0, at.done);
  }

  /* Keep the journal, and what Home says of it; a game that became a play is not continued there.
   */
  function keep(asked, isPlay = false) {
    keeping.elements.journal.value = JSON.stringify(journal);
    const { title, game } = form.dataset;
    try {
      if (!journal.length) localStorage.removeItem(shelf);
      else
        localStorage.setItem(
          shelf,
          JSON.stringify({
            journal,
            title,
            game,
            step: say(asked.title),
            goesOn: !isPlay && "lasts" in form.dataset,
            at: Date.now(),
          }),
        );
    } catch {
      /* Without a place to keep it, it lasts as long as the page. */
    }
  }

  function act(action) {
    const isSame = "set" in action && journal.length && journal.at(-1).set === action.set;
    if (isSame) back(false);
    const now = referee.step(referee, at, action);
    if (now === null) return;
    at = now;
    journal.push(action);
    show();
  }

  function back(isShown = true) {
    journal = journal.slice(0, -1);
    resume();
    if (isShown) show();
  }

  /* A number from 1 on, each as likely as the others. */
  function roll(sides) {
    const [number] = crypto.getRandomValues(new Uint32Array(1)),
      fair = 2 ** 32 - (2 ** 32 % sides);
    return number < fair ? 1 + (number % sides) : roll(sides);
  }

  function press(button) {
    const action = { ...button.action };
    for (const die in button.rolls || {}) action[die] = roll(button.rolls[die]);
    act(action);
  }

  /* An element with attributes and content; what is null is left out. */
  function make(name, attributes, ...content) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
      if (value !== null && value !== undefined && value !== "") made.setAttribute(key, value);
    made.append(...content.filter((each) => each !== null));
    return made;
  }

  /* The picture of a good, an animal or a die; the word beside it, or what is said of it, remains
     where there is none. */
  const pictureOf = (key) =>
    (key &&
      [...document.getElementById("pictures").content.children]
        .find((each) => each.dataset.key === key)
        ?.firstElementChild.cloneNode(true)) ||
    null;

  function buttonOf(button) {
    const look = { main: "button main", quiet: "link" }[button.look] || "";
    const made = make(
      "button",
      {
        type: "button",
        class: look,
        "data-action": JSON.stringify(button.action),
        "aria-pressed": button.is_on === null ? null : String(button.is_on),
        disabled: button.why_not ? "" : null,
      },
      pictureOf(button.picture),
      say(button.label),
      button.count ? make("strong", { class: "count" }, String(button.count)) : null,
      button.why_not ? make("span", { class: "why-not" }, say(button.why_not)) : null,
    );
    made.act = () => press(button);
    return made;
  }

  function counterOf(counter) {
    const label = say(counter.label),
      id = "set-" + counter.key,
      kind = "counter" + (counter.warning ? " warn" : "");
    if (counter.most === null) {
      const of = counter.of === null ? null : make("span", { class: "quiet" }, " / " + counter.of);
      return make(
        "li",
        { class: kind },
        make("span", { class: "label" }, label),
        make("strong", {}, String(counter.value), of),
      );
    }
    const set = (to) => {
      if (to >= counter.least && to <= counter.most && to !== counter.value)
        act({ set: counter.key, to });
      else show();
    };
    const input = make("input", {
      id,
      value: counter.value,
      inputmode: "numeric",
      size: 3,
      "data-action": id,
    });
    input.typed = (text) => set(/^\d+$/.test(text.trim()) ? Number(text) : counter.value);
    const stepBy = (by, sign, word) => {
      const made = make(
        "button",
        { type: "button", "aria-label": `${label}: ${word}`, "data-action": id + by },
        sign,
      );
      made.act = () => set(counter.value + by);
      return made;
    };
    return make(
      "li",
      { class: kind },
      make("label", { class: "label", for: id }, label),
      make(
        "span",
        { class: "stepper" },
        stepBy(-1, "−", form.dataset.less),
        input,
        stepBy(1, "+", form.dataset.more),
      ),
    );
  }

  function cellOf(cell) {
    const spoken = cell.spoken === null ? null : say(cell.spoken),
      kind = "cell " + cell.look;
    if (cell.action === null) {
      const known = spoken
        ? { role: "img", "aria-label": spoken }
        : { "aria-hidden": cell.look === "heading" ? "true" : null };
      return make("span", { class: kind, ...known }, pictureOf(cell.picture), say(cell.label));
    }
    const made = make(
      "button",
      {
        type: "button",
        class: kind,
        "aria-label": spoken,
        "data-action": JSON.stringify(cell.action),
      },
      pictureOf(cell.picture),
      say(cell.label),
    );
    made.act = () => act(cell.action);
    return made;
  }

  function boardOf(board) {
    const cells = make(
      "div",
      { class: "cells columns-" + board.columns },
      ...board.cells.map(cellOf),
    );
    return make("fieldset", { class: "board" }, make("legend", {}, say(board.label)), cells);
  }

  function choicesOf(choice) {
    const legend = choice.label === null ? null : make("legend", {}, say(choice.label));
    return make(
      "fieldset",
      { class: "choices looks-" + choice.look },
      legend,
      ...choice.buttons.map(buttonOf),
    );
  }

  /* Let what stands on the page become what was made anew. What is the same stays where it is: a
     finger or the focus may be on its way to it in the very moment in which a typed number counts.
     */
  function become(old, made) {
    if (
      old.nodeType !== made.nodeType ||
      old.nodeName !== made.nodeName ||
      old.dataset?.action !== made.dataset?.action
    ) {
      old.replaceWith(made);
      return;
    }
    if (old.nodeType === Node.TEXT_NODE) {
      old.data = made.data;
      return;
    }
    for (const { name } of [...old.attributes])
      if (!made.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of made.attributes)
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.value !== made.value) old.value = made.value;
    Object.assign(old, { act: made.act, typed: made.typed });
    becomeAll(old, [...made.childNodes]);
  }

  function becomeAll(parent, made) {
    const old = [...parent.childNodes];
    made.forEach((each, place) => {
      if (place < old.length) become(old[place], each);
      else parent.append(each);
    });
    old.slice(made.length).forEach((each) => each.remove());
  }

  const list = (kind, items) => make("ul", { class: kind }, ...items);
  function show() {
    const asked = referee.ask(at.state),
      focused = document.activeElement?.dataset?.action;
    const warned = asked.counters.filter((each) => each.warning);
    // Where there are several pages the pressed way says where we are.
    document.getElementById("step").textContent = asked.ways.length ? "" : say(asked.title);
    becomeAll(place, [
      ...(asked.ways.length
        ? [make("fieldset", { class: "choices looks-row ways" }, ...asked.ways.map(buttonOf))]
        : []),
      make("p", { class: "lead told", tabindex: "-1" }, say(asked.sentence)),
      ...(asked.counters.length ? [list("counters", asked.counters.map(counterOf))] : []),
      list(
        "warnings",
        warned.map((each) =>
          make("li", { class: "warning" }, `${say(each.label)}: ${say(each.warning)}`),
        ),
      ),
      list(
        "events",
        at.events.map((event) => make("li", {}, say(event))),
      ),
      ...(asked.board && !asked.board.is_below ? [boardOf(asked.board)] : []),
      ...asked.choices.map(choicesOf),
      ...(asked.board && asked.board.is_below ? [boardOf(asked.board)] : []),
      ...asked.hints.map((hint) => make("p", { class: "quiet hint" }, say(hint))),
    ]);
    form.elements.undo.disabled = !journal.length;
    keeping.hidden = asked.keep === null;
    keep(asked);
    if (focused && document.activeElement?.dataset?.action !== focused)
      (
        [...place.querySelectorAll("[data-action]")].find(
          (each) => each.dataset.action === focused,
        ) || place.querySelector(".told")
      ).focus();
    const said = document.getElementById("announcement");
    if (said) said.textContent = [...at.events, asked.sentence].map(say).join(" ");
  }

  /* Enter goes from one count to the next. */
  function toNextCount() {
    const inputs = [...place.querySelectorAll(".counters input")];
    inputs[inputs.indexOf(document.activeElement) + 1]?.focus();
  }

  // A number that was typed counts as soon as its field is left. Where a button is pressed for
  // that, it counts just before the button does: if the page moved in between, the finger would
  // come up beside it.
  let isPressed = false,
    later = null;
  const catchUp = () => {
    const count = later;
    later = null;
    count?.();
  };
  document.addEventListener("mousedown", (event) => {
    isPressed = Boolean(event.target.closest("button"));
  });
  document.addEventListener("mouseup", () => {
    isPressed = false;
    setTimeout(catchUp);
  });
  document.addEventListener(
    "click",
    (event) => {
      const its = event.target.closest("#referee-page button")?.act;
      catchUp();
      its?.();
    },
    true,
  );
  place.addEventListener("change", ({ target }) => {
    const count = () => target.typed?.(target.value);
    if (isPressed) later = count;
    else count();
  });
  place.addEventListener("focusin", (event) => {
    if (event.target.typed) event.target.select();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter?.name === "undo") back();
    else toNextCount();
  });
  keeping.addEventListener("submit", () => {
    keep(referee.ask(at.state), true);
  });
  document.querySelector(".anew form").addEventListener("submit", (event) => {
    event.preventDefault();
    event.target.closest("details").open = false;
    journal = [];
    resume();
    show();
  });
  show();
  document.getElementById("asked").hidden = false;
})();
