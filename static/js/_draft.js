// What is typed into a form (`data-draft`) stays on this phone until the server has taken it: a
// reload, Back, a killed tab or a save without a network loses nothing. Hidden fields and files are
// left as the page brings them. What became of a form is told of each that says why it couldn't be
// sent (`data-why`), too.
import { afterSwap, byId } from "./_dom.js";
import * as outbox from "./_outbox.js";
import { isAnswer } from "./_page.js";

const LONGEST_MS = 24 * 60 * 60 * 1000;
const TYPED =
  "input:not([type=hidden], [type=file], [type=password]), textarea, select:not([data-go])";
// What was begun with these is still the same after a reload, and if it is sent once more because
// the answer was lost.
const IDS = ["play_id", "proof"];

const isDraft = (element) => element.matches("form[data-draft]");
const isSent = (element) => element.matches("form[data-why]");
// Lines of people belong together: on the page as it comes, others may sit there.
const isWhole = (form) => form.dataset.draft === "whole";
const drafted = () => [...document.querySelectorAll("form[data-draft]")];
// Two pages that count the same have one draft.
const isShared = (form) => "draftOf" in form.dataset;
const keyOf = (form) => {
  const place = form.dataset.draftOf ?? location.pathname + location.search;
  return `draft ${place} ${form.id || drafted().indexOf(form)}`;
};

const isTick = ({ type }) => ["checkbox", "radio"].includes(type);
export const valueOf = (field) => (isTick(field) ? field.checked : field.value);
export function cameAs(field) {
  if (isTick(field)) return field.defaultChecked;
  if (!field.options) return field.defaultValue;
  const options = [...field.options];
  return (options.findLast((option) => option.defaultSelected) ?? options[0])?.value;
}
/* What another phone may have changed comes with its old value beside it. */
const wasOf = (field) => field.form.elements[`${field.name}_was`];

/* The fields of a form by their names; equal names are numbered. */
function fieldsOf(form) {
  const all = new Map();
  for (const field of form.elements) {
    if (!field.name || !field.matches(TYPED)) continue;
    const name = isTick(field) ? `${field.name}=${field.value}` : field.name;
    let key = name;
    for (let number = 2; all.has(key); number++) key = `${name} ${number}`;
    all.set(key, field);
  }
  return all;
}

function read(form) {
  const draft = JSON.parse(localStorage.getItem(keyOf(form)));
  return draft && Date.now() - draft.at < LONGEST_MS ? draft : { fields: {}, ids: {} };
}
const idsOf = ({ elements }) =>
  Object.fromEntries(
    IDS.filter((name) => elements[name]).map((name) => [name, elements[name].value]),
  );

/* Store what differs from the page as it came, before an answer replaced it. */
function remember(form, isSent = read(form).isSent) {
  const { fields } = read(form);
  const now = [...fieldsOf(form)].map(([key, field]) => {
    const base = wasOf(field)?.value ?? fields[key]?.base ?? cameAs(field);
    return { key, base, value: "usual" in field.dataset ? "" : valueOf(field) };
  });
  const isChanged = ({ base, value }) => value !== base;
  const isKept = isWhole(form) && now.some(isChanged) ? () => true : isChanged;
  now.forEach(({ key, base, value }) => {
    if (isKept({ base, value })) fields[key] = { base, value };
    else delete fields[key];
  });
  if (!Object.keys(fields).length && !isSent) forget(form);
  else {
    const draft = { at: Date.now(), fields, ids: idsOf(form), isSent };
    localStorage.setItem(keyOf(form), JSON.stringify(draft));
  }
}
const forget = (form) => localStorage.removeItem(keyOf(form));

function restoreIds(form) {
  Object.entries(read(form).ids).forEach(([name, value]) => {
    if (form.elements[name]) form.elements[name].value = value;
  });
}
/* Put back what was typed, unless somebody else has changed it meanwhile. Return the fields. */
function restore(form) {
  const typed = fieldsOf(form);
  restoreIds(form);
  return Object.entries(read(form).fields).flatMap(([key, { base, value }]) => {
    const field = typed.get(key);
    if (!field) return [];
    const was = wasOf(field);
    const isOther = !was && !isWhole(form) && cameAs(field) !== base;
    if (valueOf(field) === value || isOther) return [];
    if (was) was.value = base;
    if (isTick(field)) field.checked = value;
    else field.value = value;
    return [field];
  });
}

/* Delete drafts that are older than a day. */
function forgetOld() {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith("draft "))) {
    const { at } = JSON.parse(localStorage.getItem(key));
    if (Date.now() - at > LONGEST_MS) localStorage.removeItem(key);
  }
}

/* Why a form wasn't saved is said where it was sent from, until it is sent again. */
function sayUnsent(form, button) {
  const place = button?.closest(".actions, .beside, .dock > *") ?? form.lastElementChild;
  const told = document.createElement("p");
  place.before(Object.assign(told, { className: "fault unsent", role: "alert" }));
  told.textContent = form.dataset.why;
  if (isDraft(form)) told.append(" ", byId("outbox").dataset.still);
}

["input", "change"].forEach((name) =>
  document.addEventListener(name, ({ target: { form } }) => {
    if (form && isDraft(form)) remember(form);
  }),
);
// Once the page has heard of it: a button may have changed a field.
addEventListener("click", ({ target }) => {
  const form = target.closest?.("form[data-draft]");
  if (form && target.closest("a.leave")) forget(form);
  else if (form) remember(form);
});
document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
  if (!isSent(elt)) return;
  document.querySelectorAll("p.unsent").forEach((told) => told.remove());
  if (isDraft(elt)) remember(elt, true);
});
// What is refused comes as a page that says why; another page than the form's comes whole.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  if (!isSent(requestConfig.elt) || xhr.status >= 500) return;
  detail.shouldSwap = true;
  const isRefused = xhr.status >= 400 && xhr.status !== 422;
  // Its buttons were for the page that goes.
  if (isRefused) document.querySelector("body > .dock")?.remove();
  if (isRefused || ("page" in requestConfig.elt.dataset && xhr.status !== 422))
    [detail.target, detail.selectOverride] = [byId("main"), "#main"];
});
document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr, requestConfig } }) => {
  if (!isSent(elt)) return;
  const status = isAnswer(xhr) ? xhr.status : 0;
  outbox.noteAnswer(status);
  if (status && xhr.getResponseHeader("HX-Redirect")) forget(elt);
  else if ((!status || status >= 500) && !byId("dock"))
    sayUnsent(elt, requestConfig.triggeringEvent?.submitter);
});
// A page that says why has come in the place of the form: what it holds was still not taken.
afterSwap(() =>
  drafted()
    .filter((form) => localStorage.getItem(keyOf(form)))
    .forEach((form) => remember(form)),
);
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  drafted().forEach(restoreIds);
  // The other page may have gone on with the draft, or have sent it.
  if (drafted().some(isShared) && !outbox.isCut()) location.reload();
});

forgetOld();
const restored = drafted().flatMap(restore);
// The other scripts of the page hear of it once they are there; a score sheet reads its figures.
document.addEventListener("DOMContentLoaded", () =>
  restored
    .filter((field) => !("field" in field.dataset))
    .forEach((field) => field.dispatchEvent(new Event("input", { bubbles: true }))),
);
