"use strict";
// The column of a seat: what stands in it is kept, sent, and follows what others send.

const SAVE_AFTER_MS = 600;
// On a slow network nobody waits longer than this for the next stage.
const GO_ON_AFTER_MS = 3000;
// What a mark may say before the server does: it stands once in the page and not in each answer.
const SAID_HERE = byId("outbox").dataset;

/* Whether somebody has changed a control since its page came. */
function isChanged(control) {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  const chosen = [...control.options || []].findLastIndex((option) => option.defaultSelected);
  return control.options ? control.selectedIndex !== Math.max(chosen, 0) : control.value !== control.defaultValue;
}

/* Rows without the empty ones at their end: a display without cards is nothing. */
const withoutEnd = (rows) => rows.replace(/[\s/]+$/, "");

/* The fields of a card as text, whatever they are entered with: one input, checkboxes of a name, or selects. */
function fieldsOf(form) {
  const all = [...form.elements].filter((control) => control.matches("[data-field]"));
  return [...new Set(all.map(keyOf))].map((name) => {
    const controls = all.filter((control) => keyOf(control) === name);
    const kind = controls[0].type;
    const length = Number(controls[0].closest("[data-row-length]")?.dataset.rowLength || 1);
    const rowsOf = (list) => list.reduce((rows, card, place) => { if (place % length === 0) rows.push([]); if (card) rows.at(-1).push(card); return rows; }, []);
    return {
      name, controls,
      get text() {
        if (kind === "checkbox" || kind === "radio") return controls.filter((box) => box.checked).map((box) => box.value).join(" ");
        if (kind === "select-one") return withoutEnd(rowsOf(controls.map((select) => select.value)).map((row) => row.join(", ")).join(" / "));
        return finished(controls[0].value);
      },
      set text(text) {
        if (kind === "checkbox" || kind === "radio") controls.forEach((box) => { box.checked = text.split(" ").includes(box.value); });
        else if (kind === "select-one") {
          const rows = text.split("/").map((row) => row.split(",").map((card) => card.trim()));
          controls.forEach((select, at) => { select.value = rows[Math.floor(at / length)]?.[at % length] || ""; });
        }
        else controls[0].value = text;
      },
      /* Whether this text says the same as the field. */
      says(text) {
        if (kind === "checkbox") return text.split(" ").filter(Boolean).sort().join() === this.text.split(" ").filter(Boolean).sort().join();
        if (kind === "select-one") return withoutEnd(text) === this.text;
        return text === this.text || (this.text !== "" && sumOf(this.text) !== null && sumOf(this.text) === sumOf(text));
      },
    };
  });
}

/* A column saves itself 600 ms after the last tap, and at once when its last blank is filled. What is typed lies in the outbox from the first sign on, under an id
   that stays until it is answered; so it comes back after a reload, and counts once even where only its answer was lost. */
function card(form) {
  const address = new URL(form.action).pathname;
  const mark = () => form.querySelector(".mark");
  const fields = fieldsOf(form);
  const values = () => Object.fromEntries(fields.map((field) => [field.name, field.text]));
  const focused = () => fields.find((field) => field.controls.includes(document.activeElement));
  // What the fields said when page and server last agreed; what they said when the page came; and what those said that
  // somebody else has changed since a draft was begun that came back.
  let known = {}, begun = {};
  // What was taken back since the last answer, by field: whether something else was typed then, and since which version.
  let undone = new Map();
  // What each field held when something was typed here last, or came from elsewhere.
  let held = {};
  // `storedVersion`: the newest version that this phone would still have if the tab was killed now.
  let timer = null, version = 0, storedVersion = 0, dirty = false, done = "", typedIn;

  const setDirty = (isDirty) => { dirty = isDirty; form.toggleAttribute("data-unsent", dirty); };
  const say = (text, className = "quiet") => {
    const said = mark().querySelectorAll("span");
    if (said.length === 1 && said[0].textContent === text && said[0].className === className) return;
    mark().ariaLive = null;
    said.forEach((span) => span.remove());
    mark().append(Object.assign(document.createElement("span"), { className, textContent: text }));
  };
  const sayHow = () => {
    const isHere = outbox.isCut && storedVersion >= version;
    say(isHere ? SAID_HERE.here : SAID_HERE.saving, isHere || (outbox.isCut && kept.isFailing) ? "warn" : "quiet");
  };
  const text = (field) => (field.name in begun && field.text === shown[field.name] ? begun[field.name] : field.text);

  const drawn = () => form.dispatchEvent(new Event("shown", { bubbles: true }));
  // A page that was kept says what it held when it was fetched; its mark knows what was saved since.
  const saved = JSON.parse(mark().dataset.values);
  // What was typed before this script had come stays.
  const early = fields.filter(({ controls }) => controls.some(isChanged));
  for (const field of fields) if (!early.includes(field) && !field.says(saved[field.name] ?? field.text)) field.text = saved[field.name];
  known = values();
  for (const { name } of early) known[name] = saved[name];
  const shown = { ...known };
  held = { ...known };
  drawn();

  const draft = () => {
    const texts = Object.fromEntries(fields.map((field) => [field.name, text(field)]));
    const hidden = ["save_id", "typed_by", "revision"].filter((name) => form.elements[name]);
    const body = [...hidden.map((name) => [name, form.elements[name].value]), ...Object.entries(texts)];
    if (done) body.push(["done", done]);
    undone.forEach(({ kind }, name) => body.push([kind, name]));
    return {
      id: form.elements.save_id.value, kind: "card", version, address, body, texts, known, done, undone,
      revision: form.elements.revision.value, play: address.split("/")[2], place: Number(form.dataset.place),
      name: form.querySelector("h2").textContent, at: Date.now(),
    };
  };
  const keep = () => {
    setDirty(true);
    version = Date.now() + Math.random();
    undone.forEach((its) => { its.since ??= version; });
    sayHow();
    return outbox.put(draft());
  };
  const send = () => { clearTimeout(timer); timer = null; outbox.send(); };
  const typed = () => {
    keep();
    clearTimeout(timer);
    timer = setTimeout(send, SAVE_AFTER_MS);
  };

  /* Remember what was done with these fields, and whether that finishes the column. */
  const note = (names, finishes = false) => {
    const now = values(), some = (its) => Object.fromEntries(names.map((name) => [name, its[name]]));
    names.filter((name) => undone.has(name)).forEach((name) => undone.set(name, { kind: "instead" }));
    steps.add({ card: address, seat: form.dataset.seat, was: some(held), now: some(now), finishes, visit: counting.visit });
    held = now;
  };
  steps.columns.set(address, {
    holds: ({ now, finishes }) => form.isConnected && fields.every(({ name, text }) => !(name in now) || text === now[name])
      && (Object.keys(now).length > 0 || (finishes && (isIn() || done))),
    takeBack: ({ was, finishes }) => {
      for (const field of fields) if (field.name in was) { field.text = was[field.name]; undone.set(field.name, { kind: "back" }); }
      // A column with a blank is asked for that again, whatever had brought it in.
      const isOpen = finishes || (isIn() && Object.values(was).some((text) => !text.trim()));
      if (isOpen) {
        done = "";
        undone.set("done", { kind: "back" });
        delete mark().dataset.in;
      }
      // What was gone past is asked for again.
      columnOf(form.dataset.seat).forEach((cell) => { if (isOpen || controlsOf(cell).some((control) => keyOf(control) in was)) delete cell.dataset.seen; });
      held = values();
      keep();
      send();
      drawn();
    },
  });

  /* Who has said something of every row is done. */
  const isIn = () => "in" in mark().dataset;
  const finish = () => {
    if (isIn() || (done && !timer)) return;
    note([], true);
    done = "1";
    keep();
    send();
  };
  document.addEventListener("input", (event) => {
    const { target } = event;
    if (!form.isConnected || target.form !== form || !target.matches("[data-field]")) return;
    typedIn = target;
    done = isComplete(form.dataset.seat) && !isIn() ? "1" : "";
    note([keyOf(target)], Boolean(done));
    typed();
    if (done && !event.isTrusted && counting.isOneTap()) send();
  });
  form.addEventListener("complete", finish);

  /* What was typed here before, and is not stored yet, stands here again. */
  const comeBack = async () => {
    const mine = (await outbox.waiting()).filter((one) => one.address === address && one.kind === "card").at(-1);
    if (!mine || dirty || !form.isConnected) return;
    // A page that was stored before what came back was typed knows less than that.
    const isOlder = Number(form.elements.revision.value) < Number(mine.revision);
    form.elements.save_id.value = mine.id;
    form.elements.revision.value = mine.revision;
    ({ known, done, version } = mine);
    storedVersion = version;
    undone = new Map(mine.undone);
    setDirty(true);
    for (const field of fields) {
      if (!(field.name in mine.texts)) continue;
      if (!isOlder && mine.texts[field.name] === known[field.name]) begun[field.name] = known[field.name];
      else if (!field.says(mine.texts[field.name])) field.text = mine.texts[field.name];
    }
    held = values();
    drawn();
    if (mine.refused) say(SAID_HERE.here, "warn");
    else { sayHow(); send(); }
  };

  /* The server's answer to what was sent from here. What was typed since goes on under an id of its own. */
  const answered = async ({ one, html }) => {
    const typedSince = one.version !== version;
    if (!typedSince) done = "";
    known = one.texts;
    begun = {};
    undone.forEach(({ since }, name) => { if (since <= one.version) undone.delete(name); });
    setDirty(typedSince);
    form.elements.save_id.value = randomId();
    putIn(mark(), html);
    if (!typedSince) return;
    await keep();
    await outbox.drop(one.id);
    send();
  };
  const isOurs = (one) => form.isConnected && one.id === form.elements.save_id.value;
  document.addEventListener("outbox:answer", ({ detail }) => { if (isOurs(detail.one)) answered(detail); });
  document.addEventListener("outbox:failed", ({ detail: { one } }) => {
    if (isOurs(one)) sayHow();
  });
  document.addEventListener("outbox:refused", ({ detail: { one } }) => {
    if (!isOurs(one)) return;
    done = "";
    say(SAID_HERE.notTaken, "bad");
  });
  document.addEventListener("outbox:change", ({ detail }) => {
    if (detail && isOurs(detail.stored)) storedVersion = Math.max(storedVersion, detail.stored.version);
    if (form.isConnected && dirty && !mark().querySelector(".bad")) sayHow();
  });

  // Mark and hidden revision also come when another phone changed this card, but not in the middle of a change made
  // here: then the next save brings both together. What waits for a choice stays as it was typed. An answer that a
  // later one has overtaken tells of what was.
  form.addEventListener("incoming", (event) => {
    const isOld = Number(event.detail.querySelector("[name=revision]").value) < Number(form.elements.revision.value);
    if (dirty || isOld || "waits" in mark().dataset) event.preventDefault();
  });
  // With them come the card's figures. One that nobody touched here since takes the new value over. That is said of the
  // one that was typed last: whoever types may not look at it.
  let taken = mark();
  document.addEventListener("placed", () => {
    if (!form.isConnected || mark() === taken) return;
    taken = mark();
    const fresh = JSON.parse(mark().dataset.values), wrong = JSON.parse(mark().dataset.wrong);
    let isOthers = false;
    for (const field of fields) {
      const isWrong = wrong.includes(field.name), control = field.controls[0];
      if (isWrong) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");

      // A sum is added up when its field is left: it still says what was sent.
      if (field.says(fresh[field.name]) || !field.says(known[field.name])) continue;
      field.text = fresh[field.name];
      if (focused() === field && control.select) control.select();
      isOthers = isOthers || (mark().matches("[hx-swap-oob]") && field.controls.includes(typedIn));
    }
    held = values();
    drawn();
    if (dirty) sayHow();
    else known = values();
    if (isOthers) say(SAID_HERE.changed, "warn");
  });
  const undo = form.nextElementSibling;
  undo.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (undo.ariaBusy || steps.undo()) return;
    undo.ariaBusy = "true";
    counting.goTo(cellWith(form.dataset.seat, event.submitter.value));
    try {
      const answer = await outbox.request({ address: undo.action, body: new FormData(undo, event.submitter) }), html = await answer.text();
      if (answer.ok || answer.status === 422) putIn(mark(), html);
      announce("live", answer.status);
    } catch {
      // Why something is not undone stands where the thumb is, until the next answer.
      byId("faults").querySelectorAll(".unsent").forEach((fault) => fault.remove());
      byId("faults").append(Object.assign(document.createElement("p"), { className: "fault unsent", textContent: undo.dataset.why }));
      announce("live", 0);
    } finally {
      undo.ariaBusy = null;
    }
  });

  /* Nothing more: every blank is 0, or what the stage began with. */
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const blank = values();
    for (const { controls: [control] } of fields) {
      if (isCalled(control.closest(".cell"))) continue;
      if (control.matches(".figure, .one-count input") && isUnset(control)) control.value = control.dataset.start || "0";
      else control.closest(".cell").dataset.seen = "";
    }
    note(fields.filter(({ name, text }) => text !== blank[name]).map(({ name }) => name));
    drawn();
    if (isIn() || !isComplete(form.dataset.seat)) { keep(); send(); }
    else finish();
    counting.advanceFrom(form.dataset.seat);
    // The same button stands there for the next column: what taps it at once was meant for this one.
    document.dispatchEvent(new Event("newpage"));
  });

  // The page goes away: what was typed in the last moment is sent all the same.
  const flush = () => { if (form.isConnected && dirty) outbox.flush(draft()); };
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); });
  if (early.length) {
    note(early.map(({ name }) => name));
    typed();
  }
  comeBack();
}

/* The screen stays awake while a card is open, where browsers allow that. */
async function stayAwake() {
  if (document.hidden || !document.querySelector("form[data-card]")) return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}

onPage(() => document.querySelectorAll("form[data-card]").forEach(card));
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
