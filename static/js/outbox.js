"use strict";
// What was typed and is not stored yet. It is kept on this phone first, and then sent from whichever page is open: in the
// order of the play, again and again until it is answered. The server knows each thing by its id, so that a second tab or
// a lost answer changes nothing. All of this also works on plain http, where browsers allow no service worker.

// A try is given up after this long, or three times what the last answer took; twice as long after one that was given up.
const LEAST_PATIENCE_MS = 10000, MOST_PATIENCE_MS = 120000, STORE_PATIENCE_MS = 3000;
const FIRST_WAIT_MS = 1000;
// What the server will never take, however often it is sent.
const REFUSALS = [400, 403, 404, 409, 410, 413];

/* The phone's own store; what it cannot keep, this page remembers, and sends all the same. */
const kept = (() => {
  const stored = new Map(), unkept = new Map();
  let database, isFailing = false;
  const open = () => {
    database = new Promise((resolve, reject) => {
      // Some browsers never answer.
      setTimeout(reject, STORE_PATIENCE_MS);
      const asked = indexedDB.open("caravan", 1);
      asked.onupgradeneeded = () => ["typed", "ahead"].forEach((name) => asked.result.createObjectStore(name, { keyPath: "id" }));
      asked.onsuccess = () => {
        // Somebody clears the site's data: what is typed on this page and not sent yet is kept anew.
        asked.result.onclose = () => { open(); stored.forEach((one) => put("typed", one)); };
        resolve(asked.result);
      };
      asked.onerror = reject;
    });
    database.catch(() => {});
  };
  const attempt = async (name, mode, question) => {
    const its = await database;
    return new Promise((resolve, reject) => {
      const transaction = its.transaction(name, mode, { durability: "strict" });
      const asked = question(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
  /* A connection that has ended is opened once more. */
  const ask = (...question) => attempt(...question).catch((error) => {
    if (!(error instanceof DOMException) || error.name === "QuotaExceededError") throw error;
    open();
    return attempt(...question);
  });
  const change = (name, question) => ask(name, "readwrite", question);
  /* Store a thing, and answer once that is done whether it is stored. */
  const put = (name, thing) => change(name, (box) => box.put(thing)).then(() => {
    if (name !== "typed") return true;
    unkept.delete(thing.id);
    if (!thing.refused) stored.set(thing.id, thing);
    isFailing = false;
    return true;
  }, () => {
    if (name !== "typed") return false;
    // An older one of the same id stays where it is: it is better than nothing, if the page goes before this one is sent.
    unkept.set(thing.id, thing);
    isFailing = true;
    return false;
  });
  open();
  return {
    put,
    unkept,
    get isFailing() { return isFailing; },
    all: async (name) => {
      const found = await ask(name, "readonly", (box) => box.getAll()).catch(() => []);
      return name === "typed" ? [...found.filter((one) => !unkept.has(one.id)), ...unkept.values()] : found;
    },
    empty: (name) => {
      if (name === "typed") [stored, unkept].forEach((map) => map.clear());
      return change(name, (box) => box.clear()).catch(() => {});
    },
    /* Drop a thing; where a version is named, only that one and what is older. */
    drop: (name, id, version) => {
      const isIts = (one) => one && (version === undefined || one.version <= version);
      for (const map of [stored, unkept]) if (isIts(map.get(id))) map.delete(id);
      return change(name, (box) => {
        const found = box.get(id);
        found.onsuccess = () => { if (isIts(found.result)) box.delete(id); };
        return found;
      }).catch(() => {});
    },
  };
})();

const outbox = (() => {
  // Other tabs hear of each answer, too: what it is about may stand open there.
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("caravan") : null;
  const failing = { line: !navigator.onLine, sending: false, asking: false };
  let busy = false, again = false, timer = 0, wait = FIRST_WAIT_MS, patience = LEAST_PATIENCE_MS, trying = null;

  /* Whether the network is gone, as far as the phone, the last thing sent and the last question know. */
  const isCut = () => Object.values(failing).some(Boolean);
  const note = (what, isFailing) => {
    const before = isCut();
    failing[what] = isFailing;
    if (before !== isCut()) announce("outbox:change");
  };
  const inOrder = async () => (await kept.all("typed")).sort((one, other) =>
    one.play.localeCompare(other.play) || one.place - other.place || one.at - other.at);

  const headers = () => ({ "X-CSRFToken": cookie("csrftoken"), "HX-Request": "true" });
  const request = (one, more) => fetch(one.address, { method: "POST", body: new URLSearchParams(one.body), headers: headers(), ...more });

  /* The server's answer; null where none came, or one of somebody between phone and server. */
  async function answerTo(one, isSecondTry) {
    const began = Date.now(), its = trying = new AbortController();
    const givenUp = setTimeout(() => { patience = Math.min(2 * patience, MOST_PATIENCE_MS); its.abort(); }, patience);
    try {
      const answer = await request(one, { signal: its.signal });
      const html = await answer.text(), why = answer.headers.get("Caravan-Why");
      patience = Math.min(Math.max(3 * (Date.now() - began), LEAST_PATIENCE_MS), MOST_PATIENCE_MS);
      if (answer.headers.get("Caravan-Took") === one.id) return { status: answer.status, next: answer.headers.get("Caravan-Next"), html };
      // The browser had lost its token, and got another one with this answer.
      if (why === "token" && !isSecondTry) return answerTo(one, true);
      return REFUSALS.includes(answer.status) ? { refused: answer.status, why: why === "token" ? "nobody" : why } : null;
    } catch {
      return null;
    } finally {
      clearTimeout(givenUp);
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
        announce("outbox:failed", { one });
      } else if (answer.refused) {
        const newest = (await kept.all("typed")).find(({ id }) => id === one.id) || one;
        await kept.put("typed", { ...newest, ...answer });
        announce("outbox:refused", { one });
      } else {
        await kept.drop("typed", one.id, one.version);
        announce("outbox:answer", { one, ...answer });
        channel?.postMessage({ one, ...answer });
      }
    }
    note("sending", Boolean(stuck.size));
    announce("outbox:change");
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
  // What was sent before on a line that is gone gets no answer.
  addEventListener("online", () => { note("line", false); trying?.abort(); soon(); });
  addEventListener("offline", () => note("line", true));
  addEventListener("pageshow", soon);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  if (channel) channel.onmessage = ({ data }) => { kept.drop("typed", data.one.id, data.one.version); announce("outbox:answer", data); };
  // The page asks for news anyway: whether that is answered tells about the network before the next save does.
  document.addEventListener("live", ({ detail: status }) => {
    if (!status) note("asking", true);
    else if (failing.asking) { note("asking", false); soon(); }
  });

  /* The last word of a page that goes away: no answer is waited for, the next page asks again. */
  const flush = (one) => request(one, { keepalive: true }).catch(() => {});
  // What is kept nowhere else goes with the page.
  addEventListener("beforeunload", (event) => { if (kept.unkept.size && isCut()) event.preventDefault(); });
  addEventListener("pagehide", () => kept.unkept.forEach(flush));

  return {
    waiting: inOrder,
    request,
    send,
    flush,
    get isCut() { return isCut(); },
    put: async (one) => { announce("outbox:change", (await kept.put("typed", one)) ? { stored: one } : null); },
    drop: async (id, version) => { await kept.drop("typed", id, version); announce("outbox:change"); },
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
  const about = (text, one) => text.replace("{name}", isolated(one.name));
  const news = new Map();

  const unsent = (waiting) => {
    const names = [...new Set(waiting.filter((one) => one.kind === "card").map((one) => isolated(one.name)))];
    if (kept.isFailing) return [paragraph(texts.unkept)];
    return outbox.isCut && names.length ? [paragraph(`${texts.unsent} ${names.join(texts.comma)}`)] : [];
  };
  const closings = (waiting) => waiting.filter((one) => one.kind === "close").map((one) => paragraph(about(texts.closing, one)));
  const refusal = (one) => {
    // What was typed before anybody was known is nobody's: then this phone may not enter there.
    const why = (one.refused === 409 || one.body.some(([name, value]) => name === "typed_by" && value)) && one.why;
    const told = paragraph(about(texts[why] || texts.refused, one), "fault");
    const isOthers = why && one.refused === 403;
    const send = () => {
      const body = one.body.map(([name, value]) => [name, isOthers && name === "typed_by" ? "" : value]);
      outbox.put({ ...one, body, refused: 0 }).then(outbox.send);
    };
    if (!kept.isFailing) told.append(" ", texts.still);
    if (why === "nobody") told.append(" ", link(texts.enter, texts.door));
    told.append(" ", action(isOthers ? texts.anyway : texts.again, send), " ", action(texts.drop, () => outbox.drop(one.id)));
    return told;
  };

  async function tell() {
    const all = await outbox.waiting(), waiting = all.filter((one) => !one.refused);
    // Once its stage is closed a page says so by itself: what another tab had heard before is true no longer.
    if (byId("dock-action") && !document.querySelector("form[data-closes]")) news.clear();
    // Where the thumb is: in the dock of a play, else at the page's foot.
    const place = document.querySelector(".dock .told") || document.body;
    if (box.parentElement !== place) place.append(box);
    const lines = [...unsent(waiting), ...closings(waiting), ...all.filter((one) => one.refused).map(refusal), ...news.values()];
    if (lines.map((line) => line.textContent).join() !== box.textContent || lines.length !== box.childElementCount) box.replaceChildren(...lines);
    marks(waiting);
  }

  /* The columns of this page, as far as this phone knows more of them than the server. */
  function marks(waiting) {
    let isNew = false;
    document.querySelectorAll("form[data-card]").forEach((form) => {
      const isHere = outbox.isCut && waiting.some((one) => one.kind === "card" && one.address === new URL(form.action).pathname);
      document.querySelectorAll(`#sheet .cell[data-seat="${form.dataset.seat}"]`).forEach((cell) => {
        isNew ||= cell.matches(".unsent") !== isHere;
        cell.classList.toggle("unsent", isHere);
      });
    });
    if (isNew) document.dispatchEvent(new Event("shown"));
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
  document.addEventListener("placed", tell);
  onPage(tell);
})();
