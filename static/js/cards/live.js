"use strict";
// Live: what is new comes over a stream while the page is visible. Where there is none, ask; less often while the network
// fails. 95 of 100 changes are then to be on the other phones within 2 s: this leaves half a second for server and network.
const POLL_MS = 1500;
// A stream says something every 20 s. Beside it the page asks now and then, should anything have gone by.
const SILENCE_MS = 50000, STREAMING_MS = 120000;
// A stream that broke is opened again after a pause that grows, and differs by phone: thousands may have lost theirs.
const FIRST_PAUSE_MS = 3000, LONGEST_PAUSE_MS = 60000;
// When a play is over, its page still asks whether the next one has started: seldom, and not for ever.
const RARELY_MS = 5000, FOR_A_WHILE_MS = 5 * 60 * 1000;

/* htmx puts in place what an answer brings. The page of a card loads it with the first tap or with the first news: until
   then it has nothing to put anywhere, and is the largest thing that a phone loads. */
const htmxComes = (() => {
  const RETRY_MS = 2000;
  let coming = self.htmx && Promise.resolve();
  const load = (come) => document.head.append(Object.assign(document.createElement("script"), {
    src: document.querySelector("[data-htmx]").dataset.htmx,
    onload: come,
    onerror: ({ target }) => { target.remove(); setTimeout(load, RETRY_MS, come); },
  }));
  return () => coming ||= new Promise(load);
})();
if (!self.htmx) {
  ["pointerdown", "keydown", "input"].forEach((name) => addEventListener(name, htmxComes, { once: true, capture: true }));
  // A form that htmx sends and that is sent before it has come, is sent once it has.
  document.addEventListener("submit", (event) => {
    if (self.htmx || !event.target.matches("[hx-post]")) return;
    event.preventDefault();
    htmxComes().then(() => event.submitter.click());
  }, true);
}

/* Put what an answer says in the place of an element, and what else it brings where that belongs. */
function putIn(place, html) {
  const swap = () => { if (place().isConnected) htmx.swap(place(), html, { swapStyle: "outerHTML" }, { eventInfo: { target: place() } }); };
  return self.htmx ? swap() : htmxComes().then(swap);
}

function live() {
  if (!byId("live")) return;
  let failures = 0, asked = 0, seen = Date.now(), isAsking = false, source = null, heard = 0, breaks = 0, opening = 0, hasWorked = false, again = false;
  const tab = randomId();
  const isRare = () => "rarely" in (byId("live")?.dataset || {});
  /* What somebody opened stays so when the fragment is replaced. */
  const swapIn = async (region, html) => {
    const open = [...region.querySelectorAll("details[open]")].map((each) => each.id);
    await putIn(() => region, html);
    open.forEach((id) => { if (byId(id)) byId(id).open = true; });
  };
  /* Where one phone goes on, all are taken along: to the result of a stage, back to its cards, to the end. But nobody is
     taken away from what is not sent or not settled yet. */
  const follow = async () => {
    const link = document.querySelector("[data-leads]");
    if (!link || document.querySelector(".waiting") || (await outbox.waiting()).some(({ play }) => link.href.includes(play))) return;
    location.href = link.href;
  };
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
  const revisionOf = (region) => Number(region?.dataset.asks?.match(/revision=(\d+)/)[1] || Infinity);
  /* What a question and the stream bring may come in any order: nothing takes the place of what is newer. */
  const take = async (html) => {
    const region = byId("live");
    if (region && revisionOf(parsed(html).getElementById("live")) >= revisionOf(region)) await swapIn(region, html).then(follow);
  };
  /* What is sent to all leaves out what this phone can undo: where another has changed such a card, it is asked for. */
  const isOwn = (html) => [...parsed(html).querySelectorAll(".mark")].some((mark) => {
    const form = byId(mark.id)?.closest("form"), revision = (its) => Number(its.querySelector("[name=revision]").value);
    return form?.parentElement.querySelector(`.undo[data-seat="${form.dataset.seat}"] [data-row]`) && !("unsent" in form.dataset) && revision(mark) > revision(byId(mark.id));
  });
  /* Whether anything is new. Neither the address of the page nor what it is for is told: the question is asked so often. */
  const ask = async () => {
    const region = byId("live");
    if (isAsking || document.hidden || !region?.dataset.asks) return;
    asked = Date.now();
    isAsking = true;
    try {
      const answer = await fetch(region.dataset.asks, { headers: { "HX-Request": "true" }, referrerPolicy: "no-referrer" });
      const elsewhere = answer.headers.get("HX-Redirect"), html = await answer.text();
      failures = 0;
      document.dispatchEvent(new CustomEvent("live", { detail: answer.status }));
      if (elsewhere) location.href = elsewhere;
      else if (answer.ok && html) await take(html);
    } catch {
      failures = Math.min(failures + 1, 3);
      document.dispatchEvent(new CustomEvent("live", { detail: 0 }));
    } finally {
      isAsking = false;
      if (again) { again = false; ask(); }
    }
  };
  /* The address of this page's stream; none where it asks seldom, is over, or the browser knows no streams. */
  const streamed = () => {
    const asks = byId("live")?.dataset.asks;
    return asks && !isRare() && !document.hidden && self.EventSource ? `${asks.replace("/live?revision=", "/stream?since=").replace(/since=\d+/, "tab=" + tab)}` : "";
  };
  const askNow = () => { if (isAsking) again = true; else ask(); };
  const close = () => { source?.close(); source = null; heard = 0; tellOf("company", ""); };
  const tellOf = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const open = () => {
    const address = streamed();
    if (source?.at === address) return;
    close();
    clearTimeout(opening);
    opening = 0;
    if (!address) return;
    source = Object.assign(new EventSource(address), { at: address });
    const on = (name, then) => source.addEventListener(name, (event) => { if (event.target === source) { heard = Date.now(); then(event.data); } });
    on("hello", () => { breaks = 0; hasWorked = true; askNow(); });
    on("beat", () => {});
    on("ask", askNow);
    on("message", (html) => (isOwn(html) ? askNow() : take(html)));
    on("at", (data) => tellOf("at", JSON.parse(data)));
    on("company", (data) => tellOf("company", data && address.replace(/stream\?.*/, "cursor") + " " + tab));
    on("enough", () => later(LONGEST_PAUSE_MS));
    source.onerror = (event) => { if (event.target === source) later(Math.min(FIRST_PAUSE_MS * 2 ** breaks++, LONGEST_PAUSE_MS)); };
  };
  const later = (pause) => {
    if (heard) setTimeout(ask, Math.random() * FIRST_PAUSE_MS);
    close();
    opening = setTimeout(open, pause * (0.2 + Math.random()));
  };
  setInterval(() => {
    if (heard && Date.now() - heard > SILENCE_MS) later(FIRST_PAUSE_MS);
    if (!opening && source?.at !== streamed()) open();
    // A stream that has worked is given a moment to come back before everybody asks again and again.
    if ((heard || (hasWorked && opening && breaks < 2 && !failures)) && Date.now() - asked < STREAMING_MS) return;
    if (isRare() && Date.now() - seen > FOR_A_WHILE_MS) return;
    if (Date.now() - asked >= Math.min((isRare() ? RARELY_MS : POLL_MS) * 2 ** failures, LONGEST_WAIT_MS) - 100) ask();
  }, POLL_MS);
  const look = () => { seen = Date.now(); ask(); if (!opening || document.hidden) open(); };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", () => { failures = 0; look(); });
  addEventListener("pagehide", close);
  open();
  addEventListener("pageshow", (event) => { if (event.persisted) look(); });
}

live();
