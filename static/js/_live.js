// The live region of a play: a stream brings what is new while the page is visible. Without a
// stream, htmx polls; here is decided which poll is due, and what may take the place of what.
import { afterSwap, byId, htmxIsThere, randomId } from "./_dom.js";
import * as outbox from "./_outbox.js";
import { isAnswer, onPage } from "./_page.js";

// The period of hx-trigger. 95 of 100 changes reach the other phones within 2 s: this leaves half a
// second for the rest.
const POLL_MS = 1500;
// A stream says something every 20 s. Beside it the page polls now and then, in case something was
// missed.
const SILENCE_MS = 50000;
const STREAMING_MS = 120000;
// A broken stream is opened again after a pause that grows and differs by phone: thousands may have
// lost theirs.
const PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60000;
// A finished play's page still polls for a rematch: seldom, and not forever.
const RARELY_MS = 5000;
const FOR_A_WHILE_MS = 5 * 60 * 1000;

const tab = randomId();
const root = document.documentElement;
let failures = 0;
let askedAt = 0;
let seenAt = Date.now();
// 2 if a save was answered with a question meanwhile: what comes may not know of that.
let isAsking = 0;
let isDueAgain = false;
// The stream, when it last said something, and when it may be opened again after which pause.
let source = null;
let heardAt = 0;
let opensAt = 0;
let pause = 0;
let others = null;
let open = [];
// Whether what was swapped in last came for the region.
let hasNews = false;
let redraw = () => {};
/* What is drawn anew when others' cursors have moved. */
export const afterOthers = (draw) => {
  redraw = draw;
};

const region = () => byId("live");
const address = () => region()?.getAttribute("hx-get");
const isRare = () => "rarely" in (region()?.dataset || {});
const stageIn = (text) => /live.revision=\d+[^"]*stage=([^&"]*)/.exec(text)?.[1];
const revisionIn = (text) => Number(/revision=(\d+)/.exec(text)?.[1] || Infinity);
const ask = () => region() && htmx.trigger(region(), "news");
/* htmx lets a request go only after it has told of its end. */
const askNext = () => setTimeout(ask);

function isDue() {
  if (isRare() && !source && Date.now() - seenAt > FOR_A_WHILE_MS) return false;
  // While something couldn't be sent or asked, polls find out when the line is there again.
  const isHeard = heardAt && !failures && !outbox.isCut();
  const period = Math.min((isRare() ? RARELY_MS : POLL_MS) * 2 ** failures, outbox.LONGEST_WAIT_MS);
  return Date.now() - askedAt >= (isHeard ? STREAMING_MS : period) - 100;
}

// What of an answer lands in the region's page. A column looks after itself.
const BEING_SENT = ".htmx-request:not(#live, #elsewhere, .dock, form[data-card])";
function askAfter({ detail }) {
  if (detail.requestConfig.elt.id === "live") return;
  document.removeEventListener("htmx:afterRequest", askAfter);
  askNext();
}

/* Whether an answer may take the region's place: never what another stage's page has asked for, nor
   the place of something newer, nor while a form of this page is being sent: what is sent is
   answered in this place. */
function mayTake(html) {
  const isOther = ![undefined, stageIn(address())].includes(stageIn(html));
  if (isOther || revisionIn(html) < revisionIn(address())) return false;
  if (document.querySelector("form[data-sent]")) return false;
  if (document.querySelector(BEING_SENT)) {
    document.addEventListener("htmx:afterRequest", askAfter);
    return false;
  }
  hasNews = true;
  open = [...region().querySelectorAll("details[open]")].map(({ id }) => id);
  return true;
}

/* Where one phone goes on, all are taken along: to the result of a stage, back to its entry, to the
   end. Nobody is taken away from what isn't sent or settled yet, and whoever closes a stage goes
   with the answer to that. */
async function follow() {
  const link = document.querySelector("[data-leads]");
  const isOfIt = ({ play }) => link.href.includes(play);
  if (!link || document.querySelector(".waiting, html[data-closing]")) return;
  if (!(await outbox.waiting()).some(isOfIt)) location.href = link.href;
}

function lose() {
  source?.close();
  // Most come back in a moment: until then nobody polls.
  if (heardAt) askedAt = Date.now() + Math.random() * PAUSE_MS;
  pause = Math.min(2 * pause + PAUSE_MS, LONGEST_PAUSE_MS);
  opensAt = Date.now() + Math.random() * pause;
  source = null;
  heardAt = 0;
  // Where the others' cursors are, the next one says.
  others?.hear("", tab, "[false]", redraw);
}

/* A stream says that something is new, brings it, or tells where the others' cursors are. */
function hear({ data }) {
  heardAt = Date.now();
  pause = 0;
  const isHtml = data[0] === "<";
  const script = document.querySelector("[data-others]")?.dataset.others;
  // A poll on its way would find its place taken.
  // What waits for a choice on this phone is not for all, so no stream brings it.
  const isOwn = isHtml && (isAsking || document.querySelector(".waiting"));
  if (data === "ask" || isOwn || others?.isOwn(data)) ask();
  else if (isHtml) {
    if (mayTake(data)) htmx.swap(region(), data, { swapStyle: "outerHTML" });
  } else if (script && data) hearOthers(script, data);
}

/* Where the others' cursors are: the script that frames them comes once there are others. */
async function hearOthers(script, data) {
  const stream = source.address;
  others = await import(script).catch(() => null);
  others?.hear(stream, tab, data, redraw);
}
/* It also shows which columns they count. */
function meetOthers() {
  const its = document.querySelector("[data-others]:has([data-owners])");
  if (its) import(its.dataset.others).catch(() => {});
}

function listen() {
  const its = !document.hidden && address()?.replace(/live.revision=\d+/, "stream?tab=" + tab);
  const isSilent = heardAt && Date.now() - heardAt > SILENCE_MS;
  if (source && (source.address !== its || isSilent)) lose();
  if (source || !its || Date.now() < opensAt) return;
  source = Object.assign(new EventSource(its), { address: its, onerror: lose, onmessage: hear });
}

/* Somebody looks at the page again. Until the answer, nothing is said that may be over by now. */
function look() {
  seenAt = Date.now();
  root.toggleAttribute("data-stale", !document.hidden && Boolean(address()));
  listen();
}

function noteEnd(xhr) {
  const status = isAnswer(xhr) ? xhr.status : 0;
  isAsking = 0;
  root.removeAttribute("data-stale");
  failures = status && status < 500 ? 0 : Math.min(failures + 1, 3);
  outbox.noteAnswer(status);
  if (isDueAgain) askNext();
  isDueAgain = false;
}

/* An extension also hears of an element that has left the page: what a poll brings is nothing if
   another answer has taken its place meanwhile. */
htmxIsThere.then(() =>
  htmx.defineExtension("live", {
    onEvent: (name, event) => {
      if (name === "htmx:beforeOnLoad" && !event.detail.elt.isConnected) {
        event.preventDefault();
        isDueAgain = true;
      } else if (name === "htmx:afterRequest") noteEnd(event.detail.xhr);
    },
  }),
);
document.addEventListener("htmx:confirm", (event) => {
  if (event.target.id !== "live") return;
  // htmx names no event for a poll.
  const isPoll = !event.detail.triggeringEvent;
  if (!isPoll && isAsking) isDueAgain = true;
  if (isAsking || document.hidden || (isPoll && !isDue())) event.preventDefault();
  else [isAsking, askedAt] = [1, Date.now()];
});
document.addEventListener("htmx:configRequest", ({ detail: { elt, parameters } }) => {
  if (elt.id === "live" && document.querySelector(".waiting")) parameters.waits = 1;
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig.elt.id === "live" && detail.shouldSwap)
    detail.shouldSwap = isAsking < 2 && mayTake(detail.xhr.responseText);
});
document.addEventListener("outbox:answer", ({ detail: { status } }) => {
  if (isAsking && status === 422) [isAsking, isDueAgain] = [2, true];
});
afterSwap(() => {
  open.forEach((id) => {
    if (byId(id)) byId(id).open = true;
  });
  open = [];
  if (hasNews) {
    follow();
    // It may be the turn of what was too early.
    outbox.sendEarly();
    // What the page shows now may need another stream.
    listen();
  }
  meetOthers();
  hasNews = false;
});
document.addEventListener("outbox:change", follow);
document.addEventListener("visibilitychange", look);
addEventListener("online", () => {
  failures = 0;
  look();
});
addEventListener("pagehide", lose);
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  look();
  ask();
});
if (region()) {
  meetOthers();
  htmxIsThere.then(() => {
    setInterval(listen, POLL_MS);
    // A service worker has stored the page some time ago.
    if ("stale" in root.dataset) ask();
    // The sheet of another stage has a stream of its own.
    onPage(listen);
  });
}
