// The column of a seat: what is typed in it is kept in the outbox from the first sign on, sent, and
// follows what other phones send. It is saved 600 ms after the last tap (`typed` in the form's
// hx-trigger), and at once when its last blank is filled (`complete`). Each save has an id that
// stays until it is acknowledged: it comes back after a reload, and counts once.
import { byId, htmxIsThere, playIn, randomId, span } from "../_dom.js";
import * as outbox from "../_outbox.js";
import * as store from "../_store.js";
import {
  beyondText,
  columnOf,
  controlsOf,
  cursor,
  isComplete,
  isMissing,
  isOfRest,
  keyOf,
  nameOf,
  rowOf,
  tick,
} from "./_cells.js";
import { isOneTap, showChanged } from "./_cursor.js";
import { fieldsOf, fillBlank, isChanged, questionsOf, storedIn } from "./_fields.js";
import * as steps from "./_steps.js";

const NEXT_DIGIT_MS = 2000;
// The marks that came because another phone has changed their column.
export const ofOthers = new WeakSet();
// What a mark may say before the server does: it is once in the page and not in each answer.
export const words = () => byId("outbox").dataset;

export class Column {
  constructor(form) {
    this.form = form;
    this.seat = form.dataset.seat;
    this.address = new URL(form.action).pathname;
    this.fields = fieldsOf(form);
    // What was taken back since the last answer, by field: whether something else was typed then,
    // since which version.
    this.undone = new Map();
    // The values of a draft that came back, which somebody else has changed since it was begun.
    this.begun = {};
    // `storedVersion` is the newest version that this phone would still have if the tab was killed
    // now.
    [this.version, this.storedVersion] = [0, 0];
    [this.isDirty, this.isSent, this.done, this.typedIn] = [false, true, "", null];
    this.taken = this.mark;

    // A stored page says what it held when it was fetched; its mark knows what was saved since.
    const saved = storedIn(this.mark);
    // What was typed before this script had loaded stays.
    const early = this.fields.filter(({ controls }) => controls.some(isChanged));
    // What two phones entered differently stands here as this one entered it, until it was chosen.
    const open = questionsOf(this.mark);
    if (open.length) {
      this.mark.dataset.waits = "";
      this.say(open[0].notCounted, "bad");
    }
    for (const field of this.fields) {
      const its = open.find(({ fieldAt }) => fieldAt === field.name);
      const text = its ? its.mine : saved(field.name);
      if (!early.includes(field) && !field.says(text)) field.text = text;
    }
    // What the fields said when page and server last agreed, also before the last save, and when
    // the page came; and what they held at the last change, here or elsewhere.
    this.known = this.values();
    for (const { name } of early) this.known[name] = saved(name);
    this.former = this.known;
    this.shown = { ...this.known };
    this.held = { ...this.known };
    this.early = early.map(({ name }) => name);
  }

  get mark() {
    return this.form.querySelector(".mark");
  }
  get saveId() {
    return this.form.elements.save_id;
  }
  get revision() {
    return this.form.elements.revision;
  }
  /* Whether all of the column is done, as the server has it. */
  get isIn() {
    return "in" in this.mark.dataset;
  }
  values() {
    return Object.fromEntries(this.fields.map((field) => [field.name, field.text]));
  }

  setDirty(isDirty) {
    this.isDirty = isDirty;
    this.form.toggleAttribute("data-unsent", isDirty);
  }
  say(text, className = "quiet") {
    const said = this.mark.querySelectorAll("span");
    if (said.length === 1 && said[0].textContent === text && said[0].className === className)
      return;
    this.mark.ariaLive = null;
    said.forEach((each) => each.remove());
    this.mark.append(Object.assign(span(text), { className }));
  }
  sayHow() {
    const isHere = outbox.isCut() && this.storedVersion >= this.version;
    const isWarned = isHere || (outbox.isCut() && store.isFailing);
    this.say(isHere ? words().here : words().saving, isWarned ? "warn" : "quiet");
  }

  /* What is to be sent, under its id, as the outbox stores it. */
  draft() {
    const text = ({ name, text: now }) =>
      name in this.begun && now === this.shown[name] ? this.begun[name] : now;
    const texts = Object.fromEntries(this.fields.map((field) => [field.name, text(field)]));
    const hidden = ["save_id", "typed_by", "revision"].filter((name) => this.form.elements[name]);
    const body = [
      ...hidden.map((name) => [name, this.form.elements[name].value]),
      ...Object.entries(texts),
    ];
    if (this.done) body.push(["done", this.done]);
    this.undone.forEach(({ kind }, name) => body.push([kind, name]));
    const { version, address, known, done, undone } = this;
    return {
      id: this.saveId.value,
      kind: "card",
      ...{ version, address, body, texts, known, done, undone },
      revision: this.revision.value,
      play: playIn(address),
      place: Number(this.form.dataset.place),
      name: this.form.querySelector("h2").textContent,
      stage: document.querySelector("form[data-closes]")?.dataset.name,
      at: Date.now(),
    };
  }
  keep() {
    this.setDirty(true);
    this.isSent = false;
    this.version = Date.now() + Math.random();
    this.undone.forEach((its) => {
      its.since ??= this.version;
    });
    this.sayHow();
    return outbox.put(this.draft());
  }
  send() {
    this.isSent = true;
    outbox.send();
  }

  /* Remember what was done with these fields, whether that finishes the column, and in how many
     rows it is the rest. */
  note(names, finishes = false, rest = 0) {
    const now = this.values();
    const some = (its) => Object.fromEntries(names.map((name) => [name, its[name]]));
    names
      .filter((name) => this.undone.has(name))
      .forEach((name) => this.undone.set(name, { kind: "instead" }));
    const [{ address: card, seat }, { visit, tap }] = [this, cursor];
    steps.add({ card, seat, was: some(this.held), now: some(now), finishes, visit, tap, rest });
    this.held = now;
  }
  /* Whether the column still holds what a step has left. */
  holds({ now, finishes }) {
    if (!this.form.isConnected) return false;
    const isOther = (field) => field.name in now && !field.says(now[field.name]);
    if (this.fields.some(isOther)) return false;
    return Object.keys(now).length > 0 || (finishes && (this.isIn || Boolean(this.done)));
  }
  takeBack({ was, finishes }) {
    for (const field of this.fields)
      if (field.name in was) {
        field.text = was[field.name];
        this.undone.set(field.name, { kind: "back" });
      }
    // A column with a blank is asked for it again, whatever had finished it.
    const isOpen = finishes || (this.isIn && Object.values(was).some((text) => !text.trim()));
    if (isOpen) {
      this.done = "";
      this.undone.set("done", { kind: "back" });
      delete this.mark.dataset.in;
    }
    // What was gone past is asked for again.
    for (const cell of columnOf(this.seat))
      if (isOpen || controlsOf(cell).some((control) => keyOf(control) in was))
        delete cell.dataset.seen;
    columnOf(this.seat).forEach((cell) => cell.querySelector(".tick")?.remove());
    this.held = this.values();
    this.keep();
    this.send();
    showChanged();
  }

  /* Somebody has typed in a control of this column. */
  typed(control, isTrusted) {
    this.typedIn = control;
    this.unmark(control);
    this.done = isComplete(this.seat) && !this.isIn ? "1" : "";
    this.note([keyOf(control)], Boolean(this.done));
    this.keep();
    const send = () => htmx.trigger(this.form, "typed");
    // Its next digit may make a figure possible: nothing is said of the first one alone.
    if (beyondText(control.closest(".cell"))) setTimeout(send, NEXT_DIGIT_MS);
    else htmxIsThere.then(send);
    if (this.done && !isTrusted && isOneTap()) this.send();
  }
  /* What was said of a figure isn't true of what is typed in its place. */
  unmark(control) {
    control.removeAttribute("aria-invalid");
    const isIts = ({ dataset: { fieldAt, name } }) =>
      name === nameOf(this.seat) && fieldAt.split(" ").includes(keyOf(control));
    [...document.querySelectorAll("#faults [data-field-at]")]
      .filter(isIts)
      .forEach((fault) => fault.remove());
  }
  /* Who has said something of every row is done. */
  finish() {
    if (this.isIn || (this.done && this.isSent)) return;
    this.note([], true);
    this.done = "1";
    this.keep();
  }
  /* Nothing more, here or in a row: each blank is 0, or what the stage began with, or the answer
     that means nothing. */
  fillUp(row) {
    const blank = this.values();
    const isRest = (cell) => isOfRest(cell) && (!row || rowOf(cell) === row);
    const rest = columnOf(this.seat).filter((cell) => isRest(cell) && isMissing(cell)).length;
    for (const { controls } of this.fields) {
      const cell = controls[0].closest(".cell");
      if (isRest(cell)) fillBlank(controls, cell);
    }
    const filled = this.fields.filter(({ name, text }) => text !== blank[name]);
    const names = filled.map(({ name }) => name);
    this.note(names, false, rest);
    if (!this.isIn && isComplete(this.seat)) this.finish();
    else this.keep();
    this.send();
  }

  /* What was typed here before, and isn't stored yet, stands here again. */
  async comeBack() {
    const here = (one) => one.address === this.address && one.kind === "card";
    const mine = (await outbox.waiting()).filter(here).at(-1);
    if (!mine || this.isDirty || !this.form.isConnected) return;
    // A page that was stored before the draft was typed knows less than the draft.
    const isOlder = Number(this.revision.value) < Number(mine.revision);
    this.saveId.value = mine.id;
    this.revision.value = mine.revision;
    ({ known: this.known, done: this.done, version: this.version } = mine);
    this.storedVersion = this.version;
    this.undone = new Map(mine.undone);
    this.setDirty(true);
    for (const field of this.fields) {
      const text = mine.texts[field.name];
      if (text === undefined) continue;
      if (!isOlder && text === this.known[field.name]) this.begun[field.name] = text;
      else if (!field.says(text)) field.text = text;
    }
    this.held = this.values();
    showChanged();
    if (mine.refused) this.say(words().here, "warn");
    else {
      this.sayHow();
      this.send();
    }
  }

  /* Whether a thing of the outbox is what this column sends. */
  owns(one) {
    return this.form.isConnected && one.id === this.saveId.value;
  }
  /* What the server did not have before and has now, if it still stands there. */
  tick(stored) {
    for (const { name, text, controls } of this.fields)
      if (text && text === stored[name] && text !== this.known[name])
        tick(controls[0].closest(".cell"));
  }
  /* The server has taken what was sent from here; htmx swaps its answer in. What was typed since
     goes on under a new id. */
  async answered({ one, status, html, isOfAnotherTab }) {
    const isTypedSince = one.version !== this.version;
    if (status === 200) this.tick(one.texts);
    if (!isTypedSince) this.done = "";
    this.former = this.known;
    this.known = one.texts;
    this.begun = {};
    this.undone.forEach(({ since }, name) => {
      if (since <= one.version) this.undone.delete(name);
    });
    this.setDirty(isTypedSince);
    this.saveId.value = randomId();
    if (isOfAnotherTab) htmx.swap(this.mark, html, { swapStyle: "outerHTML" });
    if (!isTypedSince) return;
    // Once htmx has swapped the mark in: its revision is what the next save starts from.
    await Promise.resolve();
    this.takeOver();
    await this.keep();
    await outbox.drop(one.id);
    this.send();
  }

  /* Whether a mark from elsewhere may replace this one: not in the middle of a change made here,
     for the next save brings both together; what waits for a choice stays as it was typed; and an
     answer that a later one has overtaken is old. */
  mayTake(mark) {
    const isOld = Number(mark.querySelector("[name=revision]").value) < Number(this.revision.value);
    return !this.isDirty && !isOld && !("waits" in this.mark.dataset);
  }
  /* While two figures wait for a choice the other fields follow what other phones enter. */
  follow(mark) {
    const asked = questionsOf(this.mark).map(({ fieldAt }) => fieldAt);
    if (!asked.length) return;
    const fresh = storedIn(mark);
    for (const field of this.fields) {
      const text = fresh(field.name);
      if (asked.includes(field.name) || !field.says(this.known[field.name])) continue;
      if (!field.says(text)) field.text = text;
      this.known[field.name] = text;
    }
    this.held = this.values();
    showChanged();
  }
  /* With a new mark come the column's figures. A field that nobody touched here since takes the new
     value over. That is said if it is the one that was typed last: whoever types may not look at
     it. */
  takeOver() {
    const { mark } = this;
    if (!this.form.isConnected) return;
    // What waited here was counted or discarded on another phone.
    const question = `.waiting[data-of="${this.seat}"]`;
    if ("waits" in mark.dataset && !document.querySelector(question)) location.reload();
    if (mark === this.taken) return;
    this.taken = mark;
    const fresh = storedIn(mark);
    const wrong = JSON.parse(mark.dataset.wrong);
    let isOthers = false;
    for (const field of this.fields) {
      const [control] = field.controls;
      if (wrong.includes(field.name)) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      // A sum is added up when its field is left: it still says what was sent.
      if (field.says(fresh(field.name)) || !field.says(this.known[field.name])) continue;
      // The server may write otherwise what was sent from here, as −1 in minus points as 1.
      if (this.former[field.name] !== this.known[field.name])
        steps.rewrite(this.address, field.name, field.text, fresh(field.name));
      field.text = fresh(field.name);
      if (field.controls.includes(document.activeElement)) control.select?.();
      isOthers ||= ofOthers.has(mark) && field.controls.includes(this.typedIn);
    }
    this.held = this.values();
    if (this.isDirty) this.sayHow();
    else this.known = this.values();
    this.former = this.known;
    if (!isOthers) return;
    // The sign stands at its cell, and the words beside the keys only while that is framed.
    const cell = this.typedIn.closest(".cell");
    tick(cell, words().changed[0]);
    this.say(words().changed, "warn");
    mark.lastChild.cell = cell;
  }
}
