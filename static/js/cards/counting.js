"use strict";
// The sheet that is counted on: where the cursor is, the keys for just that cell, and what the thumb does next.

const SAID_FOR_MS = 3000;

const counting = (() => {
  // What each face shows.
  const drawn = new WeakMap();
  // While a key is pressed nothing is shown on the way: it shows all of it in the end, once.
  let active = null, lastSeat = null, isBegun = false, isChosen, isPressed = false, visit = 0, saying = 0;

  /* Between the heads, of the page and of the sheet, and the dock, whose keys are of many heights. */
  const bringIntoSight = (cell) => {
    const its = document.querySelector(".dock"), { top, bottom } = cell.getBoundingClientRect(), heads = document.querySelectorAll(".head, .names > *"), above = Math.max(...[...heads].map((each) => each.getBoundingClientRect().bottom));
    if (getComputedStyle(its).position !== "sticky" || its.getBoundingClientRect().left > cell.getBoundingClientRect().right) { cell.scrollIntoView({ block: "nearest" }); return; }
    // What the dock says stands above it, over the sheet.
    const below = its.getBoundingClientRect().top - its.querySelector(".told").offsetHeight;
    if (bottom > below) scrollBy(0, bottom - below + 4);
    else if (top < above) scrollBy(0, top - above - 4);
  };
  /* Where the cursor is, for a reload: the column's own form tells the stages of a play apart. */
  const remember = (cell) => sessionStorage.setItem("cursor", JSON.stringify(cell && { seat: cell.dataset.seat, row: rowOf(cell).dataset.row, card: formOf(cell.dataset.seat)?.action }));
  const remembered = () => {
    const its = JSON.parse(sessionStorage.getItem("cursor"));
    if (!its?.card || performance.getEntriesByType("navigation")[0]?.type !== "reload") return undefined;
    return columnOf(its.seat).find((cell) => formOf(its.seat)?.action === its.card && rowOf(cell).dataset.row === its.row);
  };
  const typeAnew = () => { figureKeys.begin(); visit = Date.now() + Math.random(); };
  /* The cursor */
  const activate = (cell, stop = cell && stopOf(cell)) => {
    const isNew = cell !== active, isTapped = isPressed;
    active = cell;
    // Where no cell is framed the column that was left stays in sight, with its mark.
    lastSeat = cell?.dataset.seat ?? lastSeat;
    if (isNew) typeAnew();
    remember(cell);
    const seat = lastSeat ?? undefined, at = seat ?? seats()[0];
    cells().forEach((each) => { each.classList.toggle("active", each === cell); each.classList.toggle("at", each.dataset.seat === at); });
    document.querySelectorAll("#sheet thead th").forEach((head) => head.classList.toggle("active", head.dataset.seat === seat));
    document.querySelectorAll("[data-seat].of-seat, .sums[data-seat]").forEach((part) => write(part, "hidden", part.dataset.seat !== seat));
    document.querySelectorAll(".panel").forEach((panel) => write(panel, "hidden", panel !== panelOf(cell)));
    if (isNew && seat) nameInDock(cell, seat);
    show();
    // To ask for either lays the page out at once: what was tapped is seen before.
    const follow = () => {
      if (cell !== active) return;
      if (!cell && isTapped && document.activeElement.closest("#sheet .cell")) document.activeElement.blur();
      stop?.focus({ preventScroll: true });
      if (cell && isNew) bringIntoSight(cell);
    };
    if (isTapped) requestAnimationFrame(() => setTimeout(follow));
    else follow();
  };
  /* The next blank: down the column, then from its top, then in the next column that this phone fills in. What is
     called comes first, and after that the columns from the first one on. */
  const nextOf = (cell) => {
    const isOther = (each) => isMissing(each) && each !== cell;
    if (isCalled(cell)) return nextCalled(cell) || ownSeats().flatMap(columnOf).find(isOther);
    const column = columnOf(cell.dataset.seat), missing = column.filter(isMissing);
    const below = missing.find((each) => column.indexOf(each) > column.indexOf(cell)) || missing.find((each) => each !== cell);
    if (below) return below;
    const others = ownSeats(cell.dataset.seat).filter((seat) => seat !== cell.dataset.seat);
    return others.flatMap(columnOf).find(isMissing);
  };
  const advance = () => {
    const next = nextOf(active), seat = active.dataset.seat;
    if (isComplete(seat)) formOf(seat)?.dispatchEvent(new Event("complete"));
    // After the last one no key does anything until a cell is tapped.
    activate(next || null);
  };

  const change = (text) => {
    figureOf(active).value = text;
    tell(figureOf(active));
  };
  const press = (key) => {
    const text = figureKeys.pressed(active, key);
    if (text === null) { show(); return; }
    isPressed = true;
    change(text);
    // A count that the box cannot hold keeps the cursor.
    if (figureKeys.isTyped(active) || leftOf(rowOf(active)) < 0) show();
    else advance();
  };

  /* What the dock says of the cell, and its one main button: the next thing to do. */
  const nameInDock = (cell, seat) => {
    // What was said of the cell before is read, or somebody goes on.
    say("");
    const picture = cell && rowOf(cell).querySelector(".row-head svg"), name = Object.assign(document.createElement("strong"), { textContent: isolated(nameOf(seat)) });
    document.querySelector("#dock .what").replaceChildren(...(picture ? [picture.cloneNode(true)] : []), name, " ", ...(cell ? wordOf(cell).cloneNode(true).childNodes : []));
  };
  const faces = () => cells().filter(kindOf).forEach((cell) => {
    const face = cell.querySelector(".face"), held = controlsOf(cell).map(({ checked, value }) => checked + value).join() + cell.dataset.seen + kindOf(cell).about?.(cell);
    if (drawn.get(face) === held) return;
    drawn.set(face, held);
    const words = controlsOf(cell).map(wordsOf).filter(Boolean);
    fill(face, kindOf(cell).face(cell));
    face.dataset.about ||= face.ariaLabel;
    face.ariaLabel = face.dataset.about + (words.length ? `: ${words.join(", ")}` : "");
  });
  const missingSeats = () => seats().filter((seat) => !isIn(seat) && !isComplete(seat));
  /* Once nothing is left to count here, but something on another phone, the dock says whose that is and takes it over. */
  const tellPhones = (missing) => {
    const box = byId("phones"), told = box?.querySelector("[data-names]"), names = missing.filter(isElsewhere).map((seat) => isolated(nameOf(seat)));
    if (!box) return;
    write(box, "hidden", !names.length || names.length < missing.length);
    if (told && names.length) write(told, "textContent", told.dataset.names.replace("{names}", names.join(document.querySelector(".main[data-comma]")?.dataset.comma)));
  };
  const goesOn = () => {
    if (!active || isIn(active.dataset.seat)) return null;
    const isFree = active.dataset.kind || (figureKeys.isTyped(active) && !isEmpty(active));
    return isFree ? nextOf(active) || (isMissing(active) && active) : null;
  };
  const wrongCell = () => document.querySelector("#sheet .cell.wrong");
  /* What a sentence or a question in the dock is about is framed: the cell it names, or all of its row in which something stands. */
  const asksAbout = (cell) => ({ dataset: { fieldAt, name } }) => controlsOf(cell).some((control) => keyOf(control) === fieldAt) && (name === undefined || name === nameOf(cell.dataset.seat));
  /* What a reader hears of a cell beside its name and its figure: what its box still holds, and what is wrong, not sent, or being typed. */
  const describe = (cell, fault, left) => {
    const states = [fault?.closest(".waiting")?.querySelector("h2") || fault, cell.matches(".unsent") && byId(`mark-${cell.dataset.seat}`), cell.matches(".elsewhere") && byId("elsewhere")];
    const stop = stopOf(cell), told = [left, ...states.map((each) => each?.textContent?.trim())].filter(Boolean);
    write(stop, "ariaDescription", told.join(", "));
    write(cell, "ariaLabel", [`${stop.ariaLabel} ${stop.inert ? "✓" : stop.value || stop.placeholder || ""}`.trim(), ...told].join(", "));
  };
  const frameFaults = () => {
    const faults = [...document.querySelectorAll(".told [data-field-at]")];
    document.querySelectorAll("#sheet tbody tr").forEach((row) => {
      const left = leftText(row);
      cellsOf(row).forEach((cell) => {
        const its = isEmpty(cell) ? undefined : faults.find(asksAbout(cell));
        cell.classList.toggle("wrong", Boolean(its) || controlsOf(cell).some((control) => control.ariaInvalid));
        cell.classList.toggle("to-choose", Boolean(its && "choose" in its.dataset));
        cell.classList.toggle("zero", [stopOf(cell).value, stopOf(cell).textContent].includes("0"));
        describe(cell, its, left);
      });
      row.classList.toggle("wrong-row", Boolean(row.querySelector(".wrong")));
    });
    // Two numbers for the cell of the cursor stand where its keys were; until it is there the question stands above.
    document.querySelectorAll("[data-choose]:has(button)").forEach((each) => each.parentElement.classList.toggle("as-keys", Boolean(active) && asksAbout(active)(each)));
    byId("dock").classList.toggle("chooses", Boolean(document.querySelector(".as-keys")));
  };
  const tellMain = () => {
    const main = document.querySelector(".main[data-score]"), anyway = document.querySelector(".as-it-stands");
    if (!main) return;
    const texts = main.dataset, all = missingSeats(), missing = all.filter((seat) => !isElsewhere(seat)), next = goesOn(), wrong = wrongCell();
    const isAnothers = next && next.dataset.seat !== active.dataset.seat;
    let told = texts.score, does = "";
    if (next) [told, does] = [texts.next.replace("{name}", isAnothers ? isolated(nameOf(next.dataset.seat)) : labelOf(next)), "next"];
    if (next && next === active) [told, does] = [texts.done, "next"];
    else if (!next && wrong && texts.recount) [told, does] = [(wrong.matches(".to-choose") ? texts.choose : texts.recount).replace("{name}", labelOf(wrong)), "recount"];
    else if (!next && missing.length) [told, does] = [texts.missing.replace("{names}", missing.map((seat) => isolated(shortNameOf(seat))).join(texts.comma)), "missing"];
    write(main, "textContent", told);
    main.dataset.does = does;
    main.classList.toggle("quiet-button", does === "missing" || does === "recount");
    main.classList.toggle("bad", does === "recount");
    // What other phones count is waited for, or scored as it stands.
    write(main, "hidden", !does && all.length > 0);
    if (anyway) write(anyway, "hidden", !all.length);
    tellPhones(all);
  };
  /* What was done last goes back first, in whichever column that was, and the button says what. */
  const showUndo = () => {
    const forms = [...document.querySelectorAll(".undo[data-seat]")], step = steps.last();
    const rowIn = (form) => Number(form.querySelector("[data-row]")?.dataset.row || 0);
    const ofSeat = (seat) => forms.find((form) => form.dataset.seat === seat);
    const its = step ? ofSeat(step.seat) : forms.reduce((last, each) => (rowIn(each) > rowIn(last) ? each : last), ofSeat(active?.dataset.seat) || forms[0]);
    forms.forEach((form) => {
      const line = form.querySelector(".unseen");
      write(form, "hidden", form !== its);
      // What the server has said to undo, until it says something else.
      line.dataset.of ??= line.textContent;
      const { did, undone } = step && form === its ? steps.tell(step) : { did: line.dataset.of };
      write(form.querySelector("button"), "disabled", !did);
      write(line, "textContent", undone ? `${did}\u00a0→\u00a0${undone}` : did);
    });
  };
  /* The cursor in a cell, where what is typed takes the place of what stands there. */
  const goTo = (cell) => {
    if (!cell) return;
    activate(cell);
    typeAnew();
  };
  /* What was taken back, for a moment. */
  const say = (text) => {
    clearTimeout(saying);
    // A page that corrects has no such line.
    const line = document.querySelector("#dock .undone");
    if (line) line.textContent = text;
    if (text) saying = setTimeout(() => say(""), SAID_FOR_MS);
  };
  const show = () => {
    isPressed = false;
    if (!byId("sheet") || !isBegun) return;
    faces();
    coverCalls();
    showUndo();
    frameFaults();
    const isFigure = Boolean(active && figureOf(active)), line = document.querySelector("#dock .line");
    write(byId("figure-keys"), "hidden", !isFigure);
    write(line, "hidden", !lastSeat);
    write(line.querySelector(".left"), "textContent", active ? kindOf(active)?.told?.(active) ?? leftText(rowOf(active)) : "");
    if (isFigure) figureKeys.show(active);
    else if (active && kindOf(active)) kindOf(active).show?.(active, panelOf(active));
    tellMain();
  };

  /* What a key of a panel does to the cell; where it says so, nothing more belongs there. */
  const pressPad = (key) => {
    isPressed = true;
    if (kindOf(active).press(active, key, panelOf(active)) === "full") advance();
    else show();
  };
  const goOn = () => {
    if (isEmpty(active)) active.dataset.seen = "";
    advance();
  };
  const does = {
    next: goOn,
    missing: () => activate(nextCalled() || columnOf(missingSeats().find((seat) => !isElsewhere(seat))).find(isMissing)),
    recount: () => activate(wrongCell()),
  };

  document.addEventListener("pointerdown", (event) => {
    isChosen = true;
    if (event.target.closest("#dock .keys, #dock .strip")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const key = event.target.closest("#dock button"), name = event.target.closest("#sheet thead a"), face = event.target.closest("#sheet .face");
    if (face) activate(face.closest(".cell"), null);
    // Who taps the cell they are in types its figure anew.
    if (event.target.matches(".active .figure")) typeAnew();
    if (name) {
      const seat = name.closest("th").dataset.seat, column = columnOf(seat);
      event.preventDefault();
      activate(column.find(isMissing) || column[0]);
    }
    if (!key) return;
    if (key.closest("#figure-keys")) press(key.value);
    else if (key.dataset.key !== undefined) pressPad(key.dataset.key);
    else if (key.closest(".strip")) { kindOf(active).takeBack(active, [...key.parentElement.children].indexOf(key), key); show(); }
    else if (does[key.dataset.does]) {
      event.preventDefault();
      does[key.dataset.does]();
      // The same button scores now: what taps it at once was meant for what it did before.
      if (!key.dataset.does) document.dispatchEvent(new Event("newpage"));
    }
  });
  document.addEventListener("focusin", ({ target }) => {
    const cell = target.closest?.("#sheet .cell");
    if (!cell) return;
    if (cell !== active) activate(cell, null);
    if (target.matches(".figure")) target.select();
  });
  document.addEventListener("focusout", ({ target }) => { if (target.matches?.("#sheet .figure")) addUp(target); });
  document.addEventListener("input", (event) => {
    const cell = event.target.closest("#sheet .cell");
    if (!cell) return;
    isChosen = true;
    delete cell.dataset.seen;
    ink(stopOf(cell));
  });
  // Once its column has heard of it: what is not sent yet goes back first.
  addEventListener("input", ({ target }) => { if (!isPressed && target.closest("#sheet .cell")) show(); });
  /* What is typed before anything has the focus is meant for the framed cell: it goes into its figure, and in other
     cells it is the key of the dock that says the same. */
  const WRITES = /^([\d+−-]|Backspace)$/;
  const padKey = (key) => active.dataset.kind
    && panelOf(active).querySelector(`[data-key="${CSS.escape(key)}"]`);
  document.addEventListener("keydown", (event) => {
    const isWriting = WRITES.test(event.key) && !(event.ctrlKey || event.metaKey || event.altKey);
    if (!active || !isWriting) return;
    if (event.target === document.body) stopOf(active).focus();
    if (document.activeElement !== stopOf(active) || !padKey(event.key)) return;
    event.preventDefault();
    pressPad(event.key);
  });
  const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  document.addEventListener("keydown", (event) => {
    const target = event.target === document.body ? document.activeElement : event.target;
    const cell = target.closest?.("#sheet .cell"), arrow = ARROWS[event.key];
    if (!cell || event.defaultPrevented || event.isComposing || target.closest(".controls")) return;
    if (/^(.|Tab|Back.*)$/.test(event.key)) activate(cell);
    const { value, selectionStart, selectionEnd } = target, isEdited = value && selectionEnd - selectionStart < value.length;
    if (event.key === "Enter") {
      event.preventDefault();
      if (figureOf(cell)) addUp(figureOf(cell));
      if (cell.dataset.kind) goOn();
      else advance();
    } else if (event.key === "Escape" && figureOf(cell)) {
      change(figureOf(cell).defaultValue);
      figureOf(cell).select();
    } else if (arrow && !event.altKey && !(isEdited && arrow[0])) {
      const all = cells(), to = all[all.indexOf(cell) + arrow[0] + arrow[1] * seats().length];
      if (!to || stopOf(to).inert || (arrow[0] && rowOf(to) !== rowOf(cell))) return;
      event.preventDefault();
      activate(to, to);
    }
  });

  const begin = () => {
    active = lastSeat = null;
    isBegun = true;
    if (!byId("sheet")) return;
    document.querySelectorAll("#dock .later").forEach((part) => part.classList.remove("later"));
    document.querySelectorAll("#sheet .figure").forEach((figure) => { figure.inputMode = "none"; });
    // By an arrow one comes to the cell itself, and into its figure with the first sign that is typed: in a figure readers
    // take arrows for those of its caret, and say nothing of whose it is and of what.
    cells().forEach((cell) => { cell.tabIndex = -1; });
    const own = byId("dock").dataset;
    const seat = own.opens || seats()[0], column = columnOf(seat);
    const at = column.find((cell) => rowOf(cell).dataset.row === own.row), isUnderWay = column.some((cell) => !isNoted(cell) && !isEmpty(cell)), noted = !isUnderWay && column.find(isNoted);
    const called = column.find(isOpenCall) || nextCalled();
    isChosen = remembered();
    activate(isChosen || (own.opens ? at || called || noted || column.find(isMissing) || column[0] : null), null);
  };
  // What the fields hold was changed by an answer, or has come back.
  // If that has filled the cell of the cursor, and nobody chose that cell, the cursor goes on to what is missing.
  const showAll = () => { if (!isChosen && active && !isMissing(active)) activate(nextOf(active) || null, null); else show(); };
  document.addEventListener("shown", showAll);
  document.addEventListener("placed", () => { if (active?.isConnected === false) begin(); else { showAll(); if (active) bringIntoSight(active); } });
  // The first time once all of the script has been read.
  forContent.push(begin);
  document.addEventListener("DOMContentLoaded", begin);
  // What cannot be right keeps the cursor, and so does what nobody but its player can say.
  const advanceFrom = (seat) => {
    const isImpossible = (cell) => figureOf(cell) && (sumOf(figureOf(cell).value || "0") === null || rowOf(cell).dataset.most < numberIn(cell));
    const column = columnOf(seat), wrong = column.find(isImpossible) || column.find(isOpenCall);
    if (wrong) activate(wrong);
    else if (active?.dataset.seat === seat) advance();
  };
  /* Whether what stands in a cell came whole with one tap. */
  const isOneTap = () => Boolean(active && (active.dataset.kind ? kindOf(active).isOneTap : !figureKeys.isTyped(active)));
  return { isOneTap, advanceFrom, goTo, say, get visit() { return visit; } };
})();
