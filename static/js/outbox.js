"use strict";
// What was typed and is not stored yet. It is kept on this phone first, and then sent from whichever page is open: in the
// order of the play, again and again until it is answered. The server knows each thing by its id, so that a second tab or
// a lost answer changes nothing. All of this also works on plain http, where browsers allow no service worker.

const PATIENCE_MS = 10000;
const FIRST_WAIT_MS = 1000;
// What the server will never take, however often it is sent.
const REFUSALS = [400, 403, 404, 409, 410, 413];

/* The phone's own store; where a browser gives none, what this page remembers. */
const kept = (() => {
  const remembered = { typed: new Map(), ahead: new Map() };
  const database = new Promise((resolve, reject) => {
    const asked = indexedDB.open("caravan", 1);
    asked.onupgradeneeded = () => Object.keys(remembered).forEach((name) => asked.result.createObjectStore(name, { keyPath: "id" }));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const ask = async (name, mode, question, otherwise) => {
    const its = await database.catch(() => null);
    if (!its) return otherwise(remembered[name]);
    return new Promise((resolve, reject) => {
      const transaction = its.transaction(name, mode, { durability: "strict" });
      const asked = question(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
  return {
    all: (name) => ask(name, "readonly", (box) => box.getAll(), (map) => [...map.values()]),
    put: (name, thing) => ask(name, "readwrite", (box) => box.put(thing), (map) => { map.set(thing.id, thing); }),
    empty: (name) => ask(name, "readwrite", (box) => box.clear(), (map) => map.clear()),
    /* Drop a thing; where a version is named, only as long as it is that one. */
    drop: (name, id, version) => ask(name, "readwrite", (box) => {
      const found = box.get(id);
      found.onsuccess = () => { if (found.result && (version === undefined || found.result.version === version)) box.delete(id); };
      return found;
    }, (map) => { if (version === undefined || map.get(id)?.version === version) map.delete(id); }),
  };
})();

const outbox = (() => {
  // Other tabs hear of each answer, too: what it is about may stand open there.
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("caravan") : null;
  const failing = { line: !navigator.onLine, sending: false, asking: false };
  let busy = false, again = false, timer = 0, wait = FIRST_WAIT_MS;

  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  /* Whether the network is gone, as far as the phone, the last thing sent and the last question know. */
  const isCut = () => Object.values(failing).some(Boolean);
  const note = (what, isFailing) => {
    const before = isCut();
    failing[what] = isFailing;
    if (before !== isCut()) tell("outbox:change");
  };
  const inOrder = async () => (await kept.all("typed")).sort((one, other) =>
    one.play.localeCompare(other.play) || one.place - other.place || one.at - other.at);

  const headers = () => ({ "X-CSRFToken": cookie("csrftoken"), "HX-Request": "true" });
  const request = (one, more) => fetch(one.address, { method: "POST", body: new URLSearchParams(one.body), headers: headers(), ...more });

  /* The server's answer; null where none came, or one of somebody between phone and server. */
  async function answerTo(one) {
    try {
      const answer = await request(one, { signal: AbortSignal.timeout(PATIENCE_MS) });
      const html = await answer.text();
      if (answer.headers.get("Caravan-Took") === one.id) return { status: answer.status, next: answer.headers.get("Caravan-Next"), html };
      return REFUSALS.includes(answer.status) ? { refused: answer.status } : null;
    } catch {
      return null;
    }
  }

  async function sendAll() {
    const stuck = new Set();
    for (const one of await inOrder()) {
      if (one.refused || stuck.has(one.play)) continue;
      const answer = await answerTo(one);
      if (!answer) {
        stuck.add(one.play);
        note("sending", true);
        tell("outbox:failed", { one });
      } else if (answer.refused) {
        await kept.put("typed", { ...one, refused: answer.refused });
        tell("outbox:refused", { one });
      } else {
        await kept.drop("typed", one.id, one.version);
        tell("outbox:answer", { one, ...answer });
        channel?.postMessage({ one, ...answer });
      }
    }
    note("sending", Boolean(stuck.size));
    tell("outbox:change");
    wait = stuck.size ? Math.min(2 * wait, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
    if (stuck.size) timer = setTimeout(send, wait / 2);
  }

  /* Send all that waits; one round at a time. */
  async function send() {
    if (busy) { again = true; return; }
    busy = true;
    clearTimeout(timer);
    try {
      do { again = false; await sendAll(); } while (again);
    } finally {
      busy = false;
    }
  }

  const soon = () => { wait = FIRST_WAIT_MS; send(); };
  addEventListener("online", () => { note("line", false); soon(); });
  addEventListener("offline", () => note("line", true));
  addEventListener("pageshow", soon);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  if (channel) channel.onmessage = ({ data }) => tell("outbox:answer", data);
  // The page asks for news anyway: whether that is answered tells about the network before the next save does.
  document.addEventListener("htmx:sendError", () => note("asking", true));
  document.addEventListener("htmx:afterOnLoad", () => { if (failing.asking) { note("asking", false); soon(); } });

  return {
    waiting: inOrder,
    send,
    get isCut() { return isCut(); },
    put: async (one) => { await kept.put("typed", one); tell("outbox:change"); },
    drop: async (id, version) => { await kept.drop("typed", id, version); tell("outbox:change"); },
    /* The last word of a page that goes away: no answer is waited for, the next page asks again. */
    flush: (one) => request(one, { keepalive: true }).catch(() => {}),
  };
})();

/* What is told of the outbox where the thumb is: what waits, what became of it, and what the server does not take. */
(() => {
  const box = byId("outbox"), texts = box.dataset;
  const paragraph = (text, className = "warning") => Object.assign(document.createElement("p"), { className, textContent: text });
  const action = (text, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: text });
    made.addEventListener("click", act);
    return made;
  };
  const link = (text, href) => Object.assign(document.createElement("a"), { textContent: text, href });
  const about = (text, one) => text.replace("{name}", one.name);
  const news = new Map();

  const unsent = (waiting) => {
    const names = [...new Set(waiting.filter((one) => one.kind === "card").map((one) => one.name))];
    return outbox.isCut && names.length ? [paragraph(`${texts.unsent} ${names.join(texts.comma)}`)] : [];
  };
  const closings = (waiting) => waiting.filter((one) => one.kind === "close").map((one) => paragraph(about(texts.closing, one)));
  const refusal = (one) => {
    const isOthers = one.refused === 403 && one.body.some(([name, value]) => name === "typed_by" && value);
    const why = isOthers ? texts.others : one.refused === 409 ? texts.early : texts.refused;
    const told = paragraph(about(why, one), "fault");
    const send = () => {
      const body = one.body.map(([name, value]) => [name, isOthers && name === "typed_by" ? "" : value]);
      outbox.put({ ...one, body, refused: 0 }).then(outbox.send);
    };
    told.append(" ", action(isOthers ? texts.anyway : texts.again, send), " ", action(texts.drop, () => outbox.drop(one.id)));
    return told;
  };

  async function tell() {
    const all = await outbox.waiting(), waiting = all.filter((one) => !one.refused);
    // Where the thumb is: in the dock of a play, else at the page's foot.
    const place = document.querySelector(".dock .told") || document.body;
    if (box.parentElement !== place) place.append(box);
    const lines = [...unsent(waiting), ...closings(waiting), ...all.filter((one) => one.refused).map(refusal), ...news.values()];
    if (lines.map((line) => line.textContent).join() !== box.textContent || lines.length !== box.childElementCount) box.replaceChildren(...lines);
    marks(waiting);
  }

  /* The others' cards on this page, as far as this phone knows more of them than the server. */
  function marks(waiting) {
    for (const line of document.querySelectorAll(".seats a")) {
      const state = line.querySelector(".state");
      const its = outbox.isCut && waiting.find((one) => one.kind === "card" && one.address === line.pathname);
      if (its && !state.classList.contains("unsent")) {
        state.className = "state warning unsent";
        state.textContent = texts.here;
      }
    }
  }

  document.addEventListener("outbox:change", tell);
  document.addEventListener("outbox:answer", ({ detail: { one, status, next } }) => {
    // Who waits for it on its own page is led on there.
    if (one.kind !== "close" || one.id === document.documentElement.dataset.closing) return;
    const isClosed = status === 204 && /\/stages\//.test(next);
    const told = paragraph(about(isClosed ? texts.closed : texts.open, one), isClosed ? "" : "fault");
    told.append(" ", link(isClosed ? texts.result : texts.look, isClosed ? next : one.address.replace(/stages\/.*/, "")));
    news.set(one.address, told);
    tell();
  });
  document.addEventListener("htmx:afterSettle", () => tell());
  onPage(tell);
})();

/* Who signs out leaves nothing on this phone. What still waits is sent before; without a network nobody is signed out. */
document.addEventListener("submit", async (event) => {
  if (event.defaultPrevented || !event.target.matches("form[data-forgets]")) return;
  event.preventDefault();
  await outbox.send();
  if (!outbox.isCut) await Promise.allSettled([kept.empty("typed"), kept.empty("ahead")]);
  event.target.submit();
});
