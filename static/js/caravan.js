"use strict";
// What a page does beyond its links and forms. Everything here is an extra: without it the forms send themselves.

document.documentElement.classList.add("js");

// 95 of 100 changes are to be on the other phones within 2 s: this leaves half a second for server and network.
const POLL_MS = 1500;
const SAVE_AFTER_MS = 600;
const LONGEST_WAIT_MS = 15000;
const DOUBLE_TAP_MS = 350;

const byId = (id) => document.getElementById(id);
const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
const cookie = (name) => (document.cookie.match("(?:^|; )" + name + "=([^;]*)") || [])[1];

/* The date of the phone, where nobody has chosen another, and the clock it goes by. */
function phonesDate() {
  const now = new Date();
  const today = new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
  document.querySelectorAll("[data-today]").forEach((input) => { if (input.value === input.defaultValue) input.value = today; });
  document.querySelectorAll("[data-time-zone]").forEach((input) => { input.value = Intl.DateTimeFormat().resolvedOptions().timeZone; });
}

/* Starting a play: Enter goes to the next name, known names and ↑ work in place, card values are shown as typed. */
function names() {
  const fieldset = document.querySelector(".names");
  if (!fieldset) return;
  const inputs = [...fieldset.querySelectorAll("input")];
  fieldset.addEventListener("keydown", (event) => {
    const place = inputs.indexOf(event.target);
    if (event.key !== "Enter" || place < 0 || event.isComposing) return;
    event.preventDefault();
    const next = inputs[place + 1];
    if (event.target.value.trim() && next) next.focus();
    else document.querySelector("[name=start]").focus();
  });
  fieldset.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    if (button.name === "up") {
      const place = Number(button.value);
      [inputs[place - 1].value, inputs[place].value] = [inputs[place].value, inputs[place - 1].value];
    } else {
      const empty = inputs.find((input) => !input.value.trim());
      if (!empty) return;
      empty.value = button.value;
      button.hidden = true;
    }
  });
  document.addEventListener("input", (event) => {
    const shown = document.querySelector(`[data-shows="${event.target.name}"]`);
    if (shown) shown.textContent = event.target.value;
  });
}

/* A select that leads to a page as soon as it is changed. */
function goingSelects() {
  document.querySelectorAll("select[data-go]").forEach((select) =>
    select.addEventListener("change", () => { location.href = select.dataset.go + encodeURIComponent(select.value); }));
}

/* Figures: − and +, a tapped one is selected whole, sums add up, Enter goes to the next. */
function sumOf(text) {
  const typed = text.normalize("NFKC").replace(/\s/g, "");
  return /^\d+(\+\d+)*\+?$/.test(typed) ? typed.split("+").reduce((sum, part) => sum + Number(part), 0) : null;
}

function addUp(figure) {
  const sum = sumOf(figure.value);
  if (sum !== null && figure.value !== String(sum)) figure.value = sum;
}

/* Open the part of the card and the fold in which something lies, so that it can take the focus. */
function reveal(element) {
  const part = element.closest(".part[hidden]"), fold = element.closest("details");
  if (part) document.querySelector(`.part-tabs a[href="#${part.id}"]`).click();
  if (fold) fold.open = true;
}

function figures() {
  document.addEventListener("click", (event) => {
    const step = event.target.closest(".step");
    if (!step) return;
    const figure = step.parentElement.querySelector(".figure");
    const now = sumOf(figure.value) ?? Number(figure.dataset.start || 0);
    const most = figure.dataset.most === undefined ? 999 : Number(figure.dataset.most);
    figure.value = Math.max(0, Math.min(most, now + Number(step.dataset.step)));
    figure.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches(".figure")) event.target.select(); });
  document.addEventListener("focusout", (event) => { if (event.target.matches(".figure")) addUp(event.target); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".figure") || event.isComposing) return;
    const all = [...event.target.form.querySelectorAll(".figure")];
    const next = all[all.indexOf(event.target) + 1];
    event.preventDefault();
    if (next) { reveal(next); next.focus(); }
    else event.target.form.requestSubmit(event.target.form.querySelector("button[value='1']"));
  });
}

/* The fields of a card as text, whatever they are entered with: one input, checkboxes of a name, or selects. */
function fieldsOf(form) {
  const names = [...new Set([...form.querySelectorAll("[data-field]")].map((control) => control.name))];
  return names.map((name) => {
    const controls = [...form.querySelectorAll(`[data-field][name="${name}"]`)];
    const kind = controls[0].type;
    const length = Number(controls[0].closest("[data-row-length]")?.dataset.rowLength || 1);
    const rowsOf = (list) => list.reduce((rows, card, place) => { if (place % length === 0) rows.push([]); if (card) rows.at(-1).push(card); return rows; }, []);
    return {
      name, controls,
      get text() {
        if (kind === "checkbox" || kind === "radio") return controls.filter((box) => box.checked).map((box) => box.value).join(" ");
        if (kind === "select-one") return rowsOf(controls.map((select) => select.value)).map((row) => row.join(", ")).join(" / ");
        return controls[0].value;
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
        if (kind === "select-one") return text.replace(/[\s/]+$/, "") === this.text.replace(/[\s/]+$/, "");
        return text === this.text || (this.text !== "" && sumOf(this.text) !== null && sumOf(this.text) === sumOf(text));
      },
    };
  });
}

/* A card saves itself 600 ms after the last tap. One save is under way at a time (hx-sync); one that failed is
   tried again with the same id, so that it counts once even where only its answer was lost. */
function card(form) {
  // The page of one card has an address of its own, so that Back leads to the card that was left.
  if ("address" in form.dataset) history.replaceState(history.state, "", form.action);
  const mark = () => form.querySelector(".mark");
  const fields = fieldsOf(form);
  const values = () => Object.fromEntries(fields.map((field) => [field.name, field.text]));
  const focused = () => fields.find((field) => field.controls.includes(document.activeElement));
  let timer = null, retry = null, wait = 1000, dirty = false, busy = false, answered = false;
  // What the figures said when page and server last agreed, or when the save under way was sent.
  let known = values();

  const element = (name, className, text) => Object.assign(document.createElement(name), { className, textContent: text });
  const say = (text, className = "quiet") => {
    mark().querySelectorAll("span").forEach((span) => span.remove());
    mark().append(element("span", className, text));
  };
  // Why something is not saved stands where the thumb is, until the next answer.
  const sayWhy = (text) => {
    byId("faults").querySelectorAll(".unsent").forEach((fault) => fault.remove());
    byId("faults").append(element("p", "fault unsent", text));
  };
  // Until a save is answered nobody knows whether it arrived: what is changed meanwhile goes under the same id.
  const newId = () => {
    if (answered) form.elements.save_id.value = randomId();
    answered = false;
  };
  const save = () => { clearTimeout(timer); clearTimeout(retry); htmx.trigger(form, "save"); };

  form.addEventListener("input", (event) => {
    if (!event.target.matches("[data-field]")) return;
    dirty = true;
    newId();
    form.querySelectorAll("[data-nothing]").forEach((button) => { button.disabled = true; });
    say(mark().dataset.saving);
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  });
  form.addEventListener("htmx:configRequest", () => { known = values(); dirty = false; busy = true; });
  form.addEventListener("htmx:afterRequest", (event) => {
    const status = event.detail.xhr.status;
    busy = false;
    if (event.detail.successful || status === 422) { wait = 1000; answered = true; return; }
    if (status === 404) { location.reload(); return; }
    dirty = true;
    say(mark().dataset.unsent, "bad");
    sayWhy(mark().dataset.why);
    retry = setTimeout(save, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  });
  // Mark and hidden revision also come when another phone changed this card, but not in the middle of a change
  // made here: then the next save brings both together.
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target === mark() && (dirty || busy || focused())) event.detail.shouldSwap = false;
  });
  // With them come the card's figures. One that nobody touched here since takes the new value over.
  const takeOver = (event) => {
    // htmx also tells of swaps that were turned down above: then the mark still has the old figures.
    if (event.detail.target.id !== mark().id || event.detail.shouldSwap === false) return;
    const fresh = JSON.parse(mark().dataset.values), wrong = JSON.parse(mark().dataset.wrong);
    for (const field of fields) {
      const isWrong = wrong.includes(field.name), control = field.controls[0];
      if (isWrong) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      control.closest(".row, .pad, fieldset").classList.toggle("wrong", isWrong);
      if (field.says(fresh[field.name]) || field.text !== known[field.name]) continue;
      field.text = fresh[field.name];
      if (focused() === field && control.select) control.select();
    }
    form.querySelectorAll("[data-nothing]").forEach((button) => { button.disabled = fields.some((field) => field.text !== ""); });
    form.dispatchEvent(new Event("shown"));
    if (dirty) say(mark().dataset.saving);
    else known = values();
  };
  document.body.addEventListener("htmx:afterSwap", takeOver);
  document.body.addEventListener("htmx:oobAfterSwap", takeOver);
  form.nextElementSibling.addEventListener("htmx:sendError", (event) => sayWhy(event.target.dataset.why));
  form.addEventListener("submit", () => { clearTimeout(timer); clearTimeout(retry); newId(); dirty = false; });
  // The page goes away: what was typed in the last moment is sent all the same.
  const flush = () => {
    if (!dirty) return;
    const headers = { "X-CSRFToken": cookie("csrftoken"), "HX-Request": "true" };
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers, keepalive: true }).catch(() => {});
  };
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); });
}

/* Pads: one key a kind, one tap for each thing in hand; what was tapped lies beneath and leaves with a tap. */
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

/* The parts of a card, a screen each: the tab of the one that is shown is marked. */
function parts() {
  document.querySelectorAll(".part-tabs").forEach((tabs) => {
    const links = [...tabs.querySelectorAll("a")];
    const open = (link) => links.forEach((each) => {
      document.querySelector(each.hash).hidden = each !== link;
      if (each === link) each.setAttribute("aria-current", "true"); else each.removeAttribute("aria-current");
    });
    tabs.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      open(link);
      tabs.scrollIntoView();
    });
    open(links[0]);
  });
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

function pads() {
  document.querySelectorAll('[data-pad="list"]').forEach(listPad);
  document.querySelectorAll('[data-pad="rows"]').forEach(rowsPad);
  document.querySelectorAll('[data-pad="counts"]').forEach(countsPad);
}

/* Live: ask while the page is visible, at once when it comes back, less often while the network fails. */
function live() {
  if (!byId("live")) return;
  let failures = 0, asked = 0;
  const ask = () => {
    const region = byId("live");
    if (document.hidden || !region || !region.hasAttribute("hx-get")) return;
    asked = Date.now();
    htmx.trigger(region, "poll");
  };
  setInterval(() => { if (Date.now() - asked >= Math.min(POLL_MS * 2 ** failures, LONGEST_WAIT_MS) - 100) ask(); }, POLL_MS);
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", () => { failures = 0; ask(); });
  addEventListener("pageshow", (event) => { if (event.persisted) ask(); });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt.id === "live") failures = event.detail.xhr.status ? 0 : Math.min(failures + 1, 3);
  });
  // What somebody opened or struck out stays so when the fragment is replaced.
  let open = [], struck = [];
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live") return;
    open = [...document.querySelectorAll("#live details[open]")].map((each) => each.id);
    struck = [...document.querySelectorAll("#live :checked")].map((each) => each.closest("label").textContent);
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    open.forEach((id) => { if (byId(id)) byId(id).open = true; });
    document.querySelectorAll("#live .instructions label").forEach((label) => { if (struck.includes(label.textContent)) label.querySelector("input").checked = true; });
    open = []; struck = [];
  });
}

/* A form is sent once, however often its button is tapped. */
function sentOnce() {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "1";
  });
  // Back shows the page as it was left: what is sent from it now is something new.
  addEventListener("pageshow", (event) => {
    document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
    if (event.persisted) document.querySelectorAll("[name=play_id]").forEach((input) => { input.value = randomId(); });
  });
}

/* The second half of a double tap often meets the next page: it was not meant for whatever stands there. */
function secondTaps() {
  const before = JSON.parse(sessionStorage.getItem("tap")) || { at: 0 };
  let tap = null;
  sessionStorage.removeItem("tap");
  document.addEventListener("click", (event) => {
    if (!event.detail || event.pointerType === "mouse") return;
    tap = { at: Date.now(), x: event.clientX, y: event.clientY };
    if (tap.at - before.at > DOUBLE_TAP_MS || Math.hypot(tap.x - before.x, tap.y - before.y) > 48) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  addEventListener("pagehide", () => { if (tap) sessionStorage.setItem("tap", JSON.stringify(tap)); });
}

document.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-CSRFToken"] = cookie("csrftoken"); });
phonesDate(); names(); goingSelects(); figures(); pads(); parts(); live();
document.querySelectorAll("form[data-card]").forEach(card);
 sentOnce(); secondTaps();
