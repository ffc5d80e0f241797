"use strict";
// What every page does beyond its links and forms. Everything here is an extra: without it the forms send themselves.

document.documentElement.classList.add("js");

const LONGEST_WAIT_MS = 15000;
// Nobody reads what has just come and taps it within this time.
const READ_AFTER_MS = 500;

const byId = (id) => document.getElementById(id);
const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
/* A name for a sentence: one that is written from the right turns nothing else around, as on the server. */
const isolated = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);
const cookie = (name) => document.cookie.match("(?:^|; )(?:__Host-)?" + name + "=([^;]*)")?.[1];

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

/* What was sent to start a play, until a page of that play has come. */
const startBefore = () => JSON.parse(localStorage.getItem("start"));
const plainId = (id) => id.replaceAll("-", "").toLowerCase();

/* What is done for the content of a page, now and whenever a kept page takes its place. */
const forContent = [];
const onPage = (begin) => { forContent.push(begin); begin(); };

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

/* What has only just come under a finger was not meant: whatever stands on a new page where the tap was that led there, and
   a button that a swap brought. It does nothing yet, and neither looks different nor loses the focus. */
function earlyTaps() {
  // Undo takes back what was done last, whenever it came: it looks after itself.
  // A main button that leads on in the sheet changes nothing.
  const LEADS = '[data-does]:not([data-does=""])', CHANGES = `button:not([type=button], .last-change *, ${LEADS}), a.button`, REACH_PX = 48;
  const nameOf = (button) => [button.form?.action || button.href, button.value, button.disabled, button.parentElement.textContent].join();
  let came = new Map(), names = new Set(), shownAt = Date.now(), tap = null;
  let before = JSON.parse(sessionStorage.getItem("tap"));
  sessionStorage.removeItem("tap");
  const look = (now) => {
    const all = [...document.querySelectorAll(CHANGES)];
    came = new Map(all.map((each) => [each, came.get(each) ?? (names.has(nameOf(each)) ? 0 : now)]));
    names = new Set(all.map(nameOf));
  };
  document.addEventListener("click", (event) => {
    if (!event.detail || event.pointerType === "mouse") return;
    const now = Date.now(), button = event.target.closest(CHANGES);
    tap = { x: event.clientX, y: event.clientY };
    const isLeftOver = before && now - shownAt < READ_AFTER_MS && Math.hypot(tap.x - before.x, tap.y - before.y) <= REACH_PX;
    if (!isLeftOver && !(button && now - (came.get(button) ?? now) < READ_AFTER_MS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  look(0);
  // What a tap itself changes is seen by whoever tapped; other things are new once all that hears of them has drawn them.
  addEventListener("load", () => look(0));
  addEventListener("click", () => look(0));
  const lookSoon = () => queueMicrotask(() => look(Date.now()));
  ["placed", "htmx:afterSettle", "htmx:oobAfterSwap"].forEach((name) => document.addEventListener(name, lookSoon));
  document.addEventListener("newpage", () => { before = tap; shownAt = Date.now(); look(shownAt); });
  addEventListener("pageshow", (event) => { if (event.persisted) [before, shownAt] = [null, Date.now()]; });
  addEventListener("pagehide", () => { if (tap) sessionStorage.setItem("tap", JSON.stringify(tap)); });
}

/* What stays in sight beneath the head is told how high that is. */
function headHeight() {
  const { style } = document.documentElement, head = document.querySelector(".head");
  if (head) new ResizeObserver(([{ borderBoxSize: [its] }]) => style.setProperty("--head", its.blockSize + "px")).observe(head);
}

// Only what changes something is asked for its token; which element asks, the server never reads.
document.addEventListener("htmx:configRequest", ({ detail: { headers, verb } }) => {
  ["HX-Target", "HX-Trigger", "HX-Trigger-Name"].forEach((name) => delete headers[name]);
  if (verb !== "get") headers["X-CSRFToken"] = cookie("csrftoken");
});
/* Only by https, or on this machine itself, does a browser let a site keep pages to be read without a network. Whoever comes
   for the first time has this page first: what keeps them comes with a tap, when the page is put aside, or after a while. */
{
  const A_WHILE_MS = 60000, keep = () => navigator.serviceWorker?.register(document.querySelector("[data-worker]").dataset.worker).catch(() => {});
  setTimeout(keep, A_WHILE_MS);
  // What was tapped is seen before.
  ["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, () => setTimeout(keep, READ_AFTER_MS), { once: true }));
  document.addEventListener("visibilitychange", keep, { once: true });
}
if (startBefore() && plainId(location.pathname).includes(`/plays/${plainId(startBefore().play_id)}/`)) localStorage.removeItem("start");
sentOnce(); earlyTaps(); onPage(headHeight);
