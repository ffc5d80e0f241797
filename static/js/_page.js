// What every page does beyond its links and forms. All of it is extra: without it, the forms send
// themselves.
import { afterSwap, byId, cookie, randomId } from "./_dom.js";

// Nobody reads what has just appeared and taps it within this time.
const READ_AFTER_MS = 500;

const begins = [];
/* Call a function for the content of the page, now and whenever a stored sheet takes its place. */
export const onPage = (begin) => {
  begins.push(begin);
  begin();
};
/* A stored sheet has taken the place of this page's content. */
export const beginAgain = () => begins.forEach((begin) => begin());

/* Another page, or the service worker, may have got the browser another token since this one came.
 */
function takeNewestToken() {
  const take = ({ target: { elements } }) => {
    const token = elements.csrfmiddlewaretoken;
    if (token) token.value = cookie("csrftoken") ?? token.value;
  };
  document.addEventListener("submit", take, true);
}

/* A form is sent once, however often its button is tapped. */
function sendOnce() {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "1";
  });
  // Back shows the page as it was left: what is sent from it now is something new.
  addEventListener("pageshow", (event) => {
    document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
    if (!event.persisted) return;
    document.querySelectorAll("[name=play_id]").forEach((input) => {
      input.value = randomId();
    });
  });
}

/* A tap that comes too early does nothing: on a new page where the tap was that led there, and on a
   button that a swap has only just brought. The button neither looks different nor loses the focus.
   */
export const taps = (() => {
  // Undo takes back the last change, whenever it came. A main button that only moves the cursor
  // changes nothing.
  const MOVES = '[data-does]:not([data-does=""])';
  const CHANGES = `button:not([type=button], .last-change *, ${MOVES}), a.button`;
  const REACH_PX = 48;
  const nameOf = (button) =>
    [
      button.form?.action || button.href,
      button.value,
      button.disabled,
      button.parentElement.textContent,
    ].join();
  let came = new Map();
  let names = new Set();
  let shownAt = Date.now();
  let tap = null;
  let before = JSON.parse(sessionStorage.getItem("tap"));
  sessionStorage.removeItem("tap");

  const look = (now) => {
    const all = [...document.querySelectorAll(CHANGES)];
    came = new Map(
      all.map((each) => [each, came.get(each) ?? (names.has(nameOf(each)) ? 0 : now)]),
    );
    names = new Set(all.map(nameOf));
  };
  document.addEventListener(
    "click",
    (event) => {
      if (!event.detail || event.pointerType === "mouse") return;
      const now = Date.now();
      const button = event.target.closest(CHANGES);
      tap = { x: event.clientX, y: event.clientY };
      const isNear = before && Math.hypot(tap.x - before.x, tap.y - before.y) <= REACH_PX;
      const isLeftOver = isNear && now - shownAt < READ_AFTER_MS;
      if (!isLeftOver && !(button && now - (came.get(button) ?? 0) < READ_AFTER_MS)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  look(0);
  // What a tap itself changes is seen by whoever tapped.
  addEventListener("load", () => look(0));
  addEventListener("click", () => look(0));
  // What came with an answer is looked at once everything that follows the answer has been drawn.
  afterSwap(() => queueMicrotask(() => look(Date.now())));
  addEventListener("pageshow", (event) => {
    if (event.persisted) [before, shownAt] = [null, Date.now()];
  });
  addEventListener("pagehide", () => {
    if (tap) sessionStorage.setItem("tap", JSON.stringify(tap));
  });
  return {
    /* The same place now does something else: the next tap may still be meant for what was there.
     */
    startAnew: () => {
      [before, shownAt] = [tap, Date.now()];
      look(shownAt);
    },
  };
})();

/* Tell the styles how high the head is, beneath which other parts stay in sight. */
function measureHead() {
  const { style } = document.documentElement;
  const head = document.querySelector(".head");
  const tell = ([
    {
      borderBoxSize: [its],
    },
  ]) => style.setProperty("--head", its.blockSize + "px");
  if (head) new ResizeObserver(tell).observe(head);
}

/* Whether Caravan itself has answered, and not a captive portal or a proxy on the way. */
export const isAnswer = (xhr) => xhr.getResponseHeader("Caravan-Took") !== null;

/* Why something was refused goes once a figure was saved, or what is wrong has changed. */
function putRefusalAway() {
  document.querySelectorAll("main .messages .error").forEach((each) => each.remove());
}

function agreeWithServer() {
  document.addEventListener("outbox:answer", putRefusalAway);
  // Only what changes something needs the token. The server never asks which element sent a
  // request, or from where.
  document.addEventListener(
    "htmx:configRequest",
    ({ detail: { headers, parameters, verb, elt } }) => {
      ["HX-Target", "HX-Trigger", "HX-Trigger-Name"].forEach((name) => delete headers[name]);
      if (elt.matches("#live, [hx-ext=outbox]")) delete headers["HX-Current-URL"];
      if (verb === "get") return;
      headers["X-CSRFToken"] = cookie("csrftoken");
      // Django believes a form's own token before the header.
      delete parameters.csrfmiddlewaretoken;
    },
  );
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { detail } = event;
    // The outbox decides for itself what an answer means.
    if (!isAnswer(detail.xhr) && !detail.elt.matches("[hx-ext=outbox]")) event.preventDefault();
    // A poll may have replaced the target since the request was sent.
    if (!detail.target.isConnected) detail.target = byId(detail.target.id) || detail.target;
  });
  // What is read aloud is read once: an answer that brings the same text again stays silent.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    if (target.textContent.trim() !== fragment.textContent.trim()) {
      if (target.id === "faults") putRefusalAway();
      return;
    }
    (fragment.firstElementChild ?? fragment).ariaLive = "off";
    if (target.matches("#faults, #announcement, #late, #waiting")) detail.shouldSwap = false;
  });
}

/* Call a function once somebody uses the page: with a tap, when the page is put aside, or after a
   while. The first visit loads the page itself first. */
export function whenUsed(call) {
  const A_WHILE_MS = 60000;
  let isCalled = false;
  const callOnce = () => {
    if (!isCalled) call();
    isCalled = true;
  };
  setTimeout(callOnce, A_WHILE_MS);
  // What was tapped is shown first.
  ["pointerdown", "keydown", "input"].forEach((name) =>
    document.addEventListener(name, () => setTimeout(callOnce, READ_AFTER_MS), { once: true }),
  );
  document.addEventListener("visibilitychange", callOnce, { once: true });
}

/* Service workers exist only over https and on this machine itself. */
function registerWorker() {
  const { worker } = document.querySelector("[data-worker]").dataset;
  navigator.serviceWorker?.register(worker).catch(() => {});
  // This page came before the worker if it is the first one here: the worker is asked to keep it.
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("keep"));
}

/* The page of a play has come: what it was started with is taken, whatever became of the answer. */
function forgetStart() {
  const plain = (id = "") => id.replaceAll("-", "").toLowerCase();
  const [, play] = location.pathname.match(/\/plays\/([^/]+)\//) ?? [];
  if (!play) return;
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith("draft "))
    .filter(([, draft]) => plain(JSON.parse(draft).ids.play_id) === plain(play))
    .forEach(([key]) => localStorage.removeItem(key));
}

document.documentElement.classList.add("js");
forgetStart();
agreeWithServer();
takeNewestToken();
sendOnce();
onPage(measureHead);
whenUsed(registerWorker);
