"use strict";
// Live: what is new comes over a stream while the page is visible. Where there is none, ask; at once when the page comes
// back, less often while the network fails.
// 95 of 100 changes are then on the other phones within 2 s: this leaves half a second for server and network.
const POLL_MS = 1500;
// A stream says something every 20 s. Beside it the page asks now and then, should anything have gone by.
const SILENCE_MS = 50000, STREAMING_MS = 120000;
// A stream that broke is opened again after a pause that grows, and differs by phone: thousands may have lost theirs.
const PAUSE_MS = 3000, LONGEST_PAUSE_MS = 60000;
// When a play is over, its page without a stream still asks whether the next one has started: seldom, and not for ever.
const RARELY_MS = 5000, FOR_A_WHILE_MS = 5 * 60 * 1000;

/* Put what an answer says in the place of an element, and what else it brings in the place of what has its name: what htmx
   makes of `hx-swap-oob`, for 16 kB less. Whoever would rather keep what there is prevents "incoming". */
function putIn(place, html) {
  const fresh = parsed(html), focused = document.activeElement;
  for (const each of fresh.querySelectorAll("[hx-swap-oob]")) {
    const isTaken = byId(each.id)?.dispatchEvent(new CustomEvent("incoming", { bubbles: true, cancelable: true, detail: each }));
    if (isTaken) byId(each.id).replaceWith(each);
    else each.remove();
  }
  place.replaceWith(fresh.body.firstElementChild);
  if (!focused.isConnected) byId(focused.id)?.focus({ preventScroll: true });
  announce("placed");
}

// What is said aloud is said once: an answer that brings the same again takes nobody's ear.
document.addEventListener("incoming", (event) => {
  const { target, detail } = event;
  if (target.textContent.trim() !== detail.textContent.trim()) return;
  detail.ariaLive = "off";
  if (target.matches("#faults, #announcement")) event.preventDefault();
});

function live() {
  if (!byId("live")) return;
  let failures = 0, asked = 0, seen = Date.now(), isAsking = false, again = false;
  // The stream, when it said something, and when it may be opened after which pause.
  let source = null, heard = 0, opens = 0, pause = 0, theirs = null;
  const tab = randomId(), others = document.querySelector("[data-others]");
  const isRare = () => "rarely" in (byId("live")?.dataset || {});
  const revisionIn = (text) => Number(/revision=(\d+)/.exec(text)?.[1] || Infinity);
  /* What somebody opened stays so when the fragment is replaced; and nothing takes the place of what is newer. */
  const swapIn = (region, html) => {
    if (revisionIn(html) < revisionIn(region.dataset.asks)) return;
    // Who has sent a form goes with its answer, which need not be told what it brought about.
    if (document.querySelector("form[data-sent]")) return;
    // What is sent is answered in this place: if something else took it, the answer would find none.
    if (document.querySelector(".htmx-request")) return void document.addEventListener("htmx:afterRequest", ask, { once: true });
    const open = [...region.querySelectorAll("details[open]")].map((each) => each.id);
    putIn(region, html);
    open.forEach((id) => { if (byId(id)) byId(id).open = true; });
    follow();
  };
  /* Where one phone goes on, all are taken along: to the result of a stage, back to its cards, to the end. But nobody is
     taken away from what is not sent or not settled yet, and whoever closes a stage goes with the answer to that: who
     sets out twice throws away the page that was already coming. */
  const follow = async () => {
    const link = document.querySelector("[data-leads]"), isOfIt = ({ play }) => link.href.includes(play);
    if (link && !(await outbox.waiting()).some(isOfIt) && !document.querySelector(".waiting, html[data-closing]")) location.href = link.href;
  };
  /* Whether anything is new. Neither the address of the page nor what it is for is told: the question is asked so often. */
  const ask = async () => {
    const region = byId("live");
    again = isAsking;
    if (isAsking || document.hidden || !region?.dataset.asks) return;
    asked = Date.now();
    isAsking = true;
    try {
      const answer = await fetch(region.dataset.asks, { headers: { "HX-Request": "true" }, referrerPolicy: "no-referrer" });
      const elsewhere = answer.headers.get("HX-Redirect"), html = await answer.text();
      failures = answer.status < 500 ? 0 : Math.min(failures + 1, 3);
      announce("live", answer.status);
      if (elsewhere) location.href = elsewhere;
      else if (answer.ok && html) swapIn(region, html);
    } catch {
      failures = Math.min(failures + 1, 3);
      announce("live", 0);
    } finally {
      isAsking = false;
      if (again) ask();
    }
  };
  const lose = () => {
    source?.close();
    // Most come back in a moment: until then nobody asks.
    if (heard) asked = Date.now() + Math.random() * PAUSE_MS;
    pause = Math.min(2 * pause + PAUSE_MS, LONGEST_PAUSE_MS);
    opens = Date.now() + Math.random() * pause;
    source = null;
    heard = 0;
  };
  /* Hear what is new of what this page shows. */
  const listen = () => {
    const address = !document.hidden && byId("live")?.dataset.asks?.replace(/live.revision=\d+/, "stream?tab=" + tab);
    if (source && (source.address !== address || (heard && Date.now() - heard > SILENCE_MS))) lose();
    if (source || !address || Date.now() < opens) return;
    source = Object.assign(new EventSource(address), { address });
    source.onerror = lose;
    source.onmessage = ({ data }) => {
      heard = Date.now();
      pause = 0;
      if (data === "ask" || theirs?.isOwn(data)) ask();
      else if (data[0] === "<") swapIn(byId("live"), data);
      else if (others && data) import(others.dataset.others).then((its) => { theirs = its; its.hear(address, tab, data); }, () => {});
    };
  };
  setInterval(() => {
    listen();
    if (isRare() && !source && Date.now() - seen > FOR_A_WHILE_MS) return;
    // While something could not be sent or asked, asking tells when the line is there again.
    if (Date.now() - asked >= (heard && !failures && !outbox.isCut ? STREAMING_MS : Math.min((isRare() ? RARELY_MS : POLL_MS) * 2 ** failures, LONGEST_WAIT_MS)) - 100) ask();
  }, POLL_MS);
  const look = () => { seen = Date.now(); listen(); ask(); };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", () => { failures = 0; look(); });
  addEventListener("pagehide", lose);
  addEventListener("pageshow", (event) => { if (event.persisted) look(); });
  listen();
}

live();
