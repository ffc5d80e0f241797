"use strict";
// The column of a seat: what stands in it is kept, sent, and follows what others send.

const SAVE_AFTER_MS = 600;
// On a slow network nobody waits longer than this for the next stage.
const GO_ON_AFTER_MS = 3000;
// What a mark may say before the server does: it stands once in the page and not in each answer.
const SAID_HERE = byId("outbox").dataset;

/* Rows without the empty ones at their end: a display without cards is nothing. */
const withoutEnd = (rows) => rows.replace(/[\s/]+$/, "");

/* The fields of a card as text, whatever they are entered with: one input, checkboxes of a name, or selects. */
function fieldsOf(form) {
  const all = [...form.elements].filter((control) => control.matches("[data-field]"));
  return [...new Set(all.map((control) => control.name))].map((name) => {
    const controls = all.filter((control) => control.name === name);
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
        else if (kind === "select-one") text.split("/").forEach((row, at) => {
          const cards = row.split(",").map((card) => card.trim());
          controls.slice(at * length, (at + 1) * length).forEach((select, place) => { select.value = cards[place] || ""; });
        });
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
  let timer = null, version = 0, dirty = false, done = "", typedIn;

  const setDirty = (isDirty) => { dirty = isDirty; form.toggleAttribute("data-unsent", dirty); };
  const say = (text, className = "quiet") => {
    const said = mark().querySelectorAll("span");
    if (said.length === 1 && said[0].textContent === text && said[0].className === className) return;
    mark().ariaLive = null;
    said.forEach((span) => span.remove());
    mark().append(Object.assign(document.createElement("span"), { className, textContent: text }));
  };
  const sayHow = () => say(outbox.isCut ? SAID_HERE.here : SAID_HERE.saving, outbox.isCut ? "warn" : "quiet");
  const text = (field) => (field.name in begun && field.text === shown[field.name] ? begun[field.name] : field.text);

  const drawn = () => form.dispatchEvent(new Event("shown", { bubbles: true }));
  // A page that was kept says what it held when it was fetched; its mark knows what was saved since.
  const saved = JSON.parse(mark().dataset.values);
  // What was typed before this script had come stays.
  const early = fields.filter(({ controls }) => controls.some((each) => each.checked !== each.defaultChecked || each.value !== (each.defaultValue ?? each.value)));
  for (const field of fields) if (!early.includes(field) && !field.says(saved[field.name] ?? field.text)) field.text = saved[field.name];
  known = values();
  for (const { name } of early) known[name] = saved[name];
  const shown = { ...known };
  drawn();

  const draft = () => {
    const texts = Object.fromEntries(fields.map((field) => [field.name, text(field)]));
    const hidden = ["save_id", "typed_by", "revision"].filter((name) => form.elements[name]);
    const body = [...hidden.map((name) => [name, form.elements[name].value]), ...Object.entries(texts)];
    if (done) body.push(["done", done]);
    return {
      id: form.elements.save_id.value, kind: "card", version, address, body, texts, known, done,
      revision: form.elements.revision.value, play: address.split("/")[2], place: Number(form.dataset.place),
      name: form.querySelector("h2").textContent, at: Date.now(),
    };
  };
  const keep = () => {
    setDirty(true);
    version = Date.now() + Math.random();
    sayHow();
    return outbox.put(draft());
  };
  const send = () => { clearTimeout(timer); timer = null; outbox.send(); };
  const typed = () => {
    keep();
    clearTimeout(timer);
    timer = setTimeout(send, SAVE_AFTER_MS);
  };

  /* Who has said something of every row is done. */
  const isIn = () => "in" in mark().dataset;
  const finish = () => {
    if (isIn() || (done && !timer)) return;
    done = "1";
    keep();
    send();
  };
  document.addEventListener("input", (event) => {
    const { target } = event;
    if (!form.isConnected || target.form !== form || !target.matches("[data-field]")) return;
    typedIn = target;
    done = isComplete(form.dataset.seat) && !isIn() ? "1" : "";
    typed();
    if (done && !event.isTrusted && counting.isOneTap()) send();
  });
  form.addEventListener("complete", finish);

  /* What was typed here before, and is not stored yet, stands here again. */
  const comeBack = async () => {
    const mine = (await outbox.waiting()).filter((one) => one.address === address && one.kind === "card").at(-1);
    if (!mine || dirty || !form.isConnected) return;
    form.elements.save_id.value = mine.id;
    form.elements.revision.value = mine.revision;
    ({ known, done, version } = mine);
    setDirty(true);
    for (const field of fields) {
      if (!(field.name in mine.texts)) continue;
      if (mine.texts[field.name] === known[field.name]) begun[field.name] = known[field.name];
      else if (!field.says(mine.texts[field.name])) field.text = mine.texts[field.name];
    }
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
    if (!isOurs(one)) return;
    sayHow();
  });
  document.addEventListener("outbox:refused", ({ detail: { one } }) => {
    if (!isOurs(one)) return;
    done = "";
    say(SAID_HERE.notTaken, "bad");
  });
  document.addEventListener("outbox:change", () => { if (form.isConnected && dirty && !mark().querySelector(".bad")) sayHow(); });

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
    drawn();
    if (dirty) sayHow();
    else known = values();
    if (isOthers) say(SAID_HERE.changed, "warn");
  });
  const undo = form.nextElementSibling;
  undo.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (undo.ariaBusy) return;
    undo.ariaBusy = "true";
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
    for (const { controls: [control] } of fields) {
      if (isCalled(control.closest(".cell"))) continue;
      if (control.matches(".figure, .one-count input") && isUnset(control)) control.value = control.dataset.start || "0";
      else control.closest(".cell").dataset.seen = "";
    }
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
  if (early.length) typed();
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
