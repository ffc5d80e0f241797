"use strict";
// Live: ask while the page is visible, at once when it comes back, less often while the network fails.
// 95 of 100 changes are to be on the other phones within 2 s: this leaves half a second for server and network.
const POLL_MS = 1500;
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
  let failures = 0, asked = 0, seen = Date.now(), isAsking = false;
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
      else if (answer.ok && html) await swapIn(region, html).then(follow);
    } catch {
      failures = Math.min(failures + 1, 3);
      document.dispatchEvent(new CustomEvent("live", { detail: 0 }));
    } finally {
      isAsking = false;
    }
  };
  setInterval(() => {
    if (isRare() && Date.now() - seen > FOR_A_WHILE_MS) return;
    if (Date.now() - asked >= Math.min((isRare() ? RARELY_MS : POLL_MS) * 2 ** failures, LONGEST_WAIT_MS) - 100) ask();
  }, POLL_MS);
  const look = () => { seen = Date.now(); ask(); };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", () => { failures = 0; look(); });
  addEventListener("pageshow", (event) => { if (event.persisted) look(); });
}

live();
