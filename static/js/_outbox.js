// The outbox, an htmx extension: what a form with hx-ext="outbox" sends is stored on this phone
// first. It is sent by htmx in the order of the play, again and again until the server acknowledges
// it, from whichever page is open. The server knows each thing by its id, so a second tab or a lost
// answer changes nothing. All of this works on plain HTTP.
import { announce, byId, cookie, htmxIsThere, site } from "./_dom.js";
import * as store from "./_store.js";

// A try is given up after this long, or after three times what the last answer took; then twice as
// long.
const LEAST_PATIENCE_MS = 10000;
const MOST_PATIENCE_MS = 120000;
const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 15000;
// What the server will never take, however often it is sent.
const REFUSALS = [400, 403, 404, 409, 410, 413];

// Other tabs hear of each answer too: what it is about may be open there.
const channel = "BroadcastChannel" in window ? new BroadcastChannel("caravan" + site) : null;
const failing = { line: !navigator.onLine, sending: false, asking: false };
let isBusy = false;
let isDueAgain = false;
let timer = 0;
let wait = FIRST_WAIT_MS;
let patience = LEAST_PATIENCE_MS;
// What is being sent, from which element, and what came back.
let current = null;
let isStarting = false;

/* Whether the network is gone, as far as the phone, the last thing sent and the last poll know. */
export const isCut = () => Object.values(failing).some(Boolean);

function note(what, isFailing) {
  const before = isCut();
  failing[what] = isFailing;
  document.documentElement.toggleAttribute("data-cut", isCut());
  if (before !== isCut()) announce("outbox:change");
}

/* A poll was answered with this status, 0 for not at all: that tells about the network before the
   next save does. */
export function noteAnswer(status) {
  if (!status) note("asking", true);
  else if (failing.asking) {
    note("asking", false);
    sendSoon();
  }
}

/* What waits, in the order of the play. */
export const waiting = async () =>
  (await store.all("typed")).sort(
    (one, other) =>
      one.play.localeCompare(other.play) || one.place - other.place || one.at - other.at,
  );

/* What an answer means: taken with its `status`, `next` page and `html`, or `refused` for a reason;
   null for no answer or that of somebody on the way. */
function read(xhr, one) {
  const why = xhr.getResponseHeader("Caravan-Why");
  const isRefused = REFUSALS.includes(xhr.status) && (xhr.status !== 409 || why);
  if (xhr.getResponseHeader("Caravan-Took") === one.id && !isRefused && xhr.status < 500)
    return {
      status: xhr.status,
      next: xhr.getResponseHeader("HX-Redirect"),
      html: xhr.responseText,
    };
  return REFUSALS.includes(xhr.status) ? { refused: xhr.status, why } : null;
}

/* The form on this page that shows a thing. */
const formOf = (one) =>
  [...document.querySelectorAll("form[hx-ext=outbox]")].find(
    (form) => form.elements.save_id.value === one.id,
  );

const steps = {
  /* htmx wants to send a form: whose form it is stores what it holds, and calls `send`. */
  "htmx:confirm": (event) => {
    if (isStarting) return;
    event.preventDefault();
    event.target.dispatchEvent(new Event("outbox:hold", { bubbles: true }));
  },
  "htmx:configRequest": ({ detail }) => {
    detail.parameters = new FormData();
    current.one.body.forEach(([name, value]) => detail.parameters.append(name, value));
    detail.timeout = patience;
  },
  "htmx:beforeOnLoad": (event) => {
    const { one, began } = current;
    const form = event.detail.elt;
    const answer = (current.answer = read(event.detail.xhr, one));
    patience = Math.min(Math.max(3 * (Date.now() - began), LEAST_PATIENCE_MS), MOST_PATIENCE_MS);
    // Only a column that is still there takes its answer. Where a closed stage leads to is followed
    // by whoever waits for it.
    const isShown =
      form.isConnected && one.kind === "card" && form.elements?.save_id.value === one.id;
    if (!isShown || !answer || answer.refused) event.preventDefault();
    if (answer && !answer.refused) announce("outbox:answer", { one, ...answer });
  },
  "htmx:beforeRequest": ({ detail }) => {
    current.xhr = detail.xhr;
  },
  "htmx:timeout": () => {
    patience = Math.min(2 * patience, MOST_PATIENCE_MS);
  },
};
htmxIsThere.then(() =>
  htmx.defineExtension("outbox", {
    onEvent: (name, event) => steps[name]?.(event),
  }),
);

/* Send one thing and resolve to its answer. A thing without a form on this page is sent by the box
   of the outbox. */
async function answerTo(one, isSecondTry) {
  const form = formOf(one);
  current = { one, began: Date.now(), source: form || byId("outbox"), answer: null };
  isStarting = true;
  const sent = htmx.ajax("POST", one.address, {
    source: current.source,
    ...(form ? {} : { swap: "none" }),
  });
  isStarting = false;
  await sent.catch(() => {});
  const { answer } = current;
  current = null;
  if (answer?.why !== "token") return answer;
  // The browser had lost its token, and has got another one with this answer.
  return isSecondTry ? { ...answer, why: "nobody" } : answerTo(one, true);
}

/* What came before its stage was open is sent again; whatever else was refused waits for somebody.
 */
const isEarly = ({ why }) => why === "early";
export async function sendEarly() {
  if ((await waiting()).some(isEarly)) send();
}

async function sendAll() {
  const stuck = new Set();
  for (const one of await waiting()) {
    if ((one.refused && !isEarly(one)) || stuck.has(one.play)) continue;
    const answer = await answerTo(one);
    if (!answer) {
      stuck.add(one.play);
      note("sending", true);
      announce("outbox:failed", { one });
    } else if (answer.refused) {
      const newest = (await store.all("typed")).find(({ id }) => id === one.id) || one;
      await store.put("typed", { ...newest, ...answer });
      announce("outbox:refused", { one });
    } else {
      // A page of the play that is older than this answer shows it once it is opened.
      if (one.kind === "card" && answer.status === 200)
        await store.put("ahead", { id: one.address, html: answer.html });
      await store.drop("typed", one.id, one.version);
      channel?.postMessage({ one, ...answer });
    }
  }
  note("sending", Boolean(stuck.size));
  announce("outbox:change");
  wait = stuck.size ? Math.min(2 * wait, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
  if (stuck.size) timer = setTimeout(send, wait / 2);
}

/* Send all that waits, one round at a time. */
export async function send() {
  if (isBusy) {
    isDueAgain = true;
    return;
  }
  isBusy = true;
  clearTimeout(timer);
  try {
    await htmxIsThere;
    do {
      isDueAgain = false;
      await sendAll();
    } while (isDueAgain);
  } finally {
    isBusy = false;
  }
}

function sendSoon() {
  wait = FIRST_WAIT_MS;
  send();
}

export async function put(one) {
  announce("outbox:change", (await store.put("typed", one)) ? { stored: one } : null);
}

export async function drop(id, version) {
  await store.drop("typed", id, version);
  announce("outbox:change");
}

/* The last word of a page that goes away. htmx can't send it: only `fetch` keeps a request alive
   beyond its page. No answer is waited for, the next page asks again. */
export const flush = (one) =>
  fetch(one.address, {
    method: "POST",
    body: new URLSearchParams(one.body),
    headers: { "X-CSRFToken": cookie("csrftoken"), "HX-Request": "true" },
    keepalive: true,
  }).catch(() => {});

// What was sent on a line that is gone gets no answer.
addEventListener("online", () => {
  note("line", false);
  current?.xhr?.abort();
  sendSoon();
});
addEventListener("offline", () => note("line", true));
// What this page couldn't store is stored now, and what an earlier page has stored is sent.
store.openedLate.then(() => {
  store.unkept.forEach(put);
  sendSoon();
});
addEventListener("pageshow", sendSoon);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) sendSoon();
});
if (channel)
  channel.onmessage = ({ data }) => {
    store.drop("typed", data.one.id, data.one.version);
    announce("outbox:answer", { ...data, isOfAnotherTab: true });
  };
// What is stored nowhere else goes with the page.
addEventListener("beforeunload", (event) => {
  if (store.unkept.size && isCut()) event.preventDefault();
});
addEventListener("pagehide", () => store.unkept.forEach(flush));
