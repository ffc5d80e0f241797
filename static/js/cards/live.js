"use strict";
// Live: ask while the page is visible, at once when it comes back, less often while the network fails.
// 95 of 100 changes are to be on the other phones within 2 s: this leaves half a second for server and network.
const POLL_MS = 1500;
// When a play is over, its page still asks whether the next one has started: seldom, and not for ever.
const RARELY_MS = 5000, FOR_A_WHILE_MS = 5 * 60 * 1000;

function live() {
  if (!byId("live")) return;
  let failures = 0, asked = 0, seen = Date.now();
  const isRare = () => "rarely" in (byId("live")?.dataset || {});
  const ask = () => {
    const region = byId("live");
    if (document.hidden || !region || !region.hasAttribute("hx-get")) return;
    asked = Date.now();
    htmx.trigger(region, "poll");
  };
  setInterval(() => {
    if (isRare() && Date.now() - seen > FOR_A_WHILE_MS) return;
    if (Date.now() - asked >= Math.min((isRare() ? RARELY_MS : POLL_MS) * 2 ** failures, LONGEST_WAIT_MS) - 100) ask();
  }, POLL_MS);
  const look = () => { seen = Date.now(); ask(); };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", () => { failures = 0; look(); });
  addEventListener("pageshow", (event) => { if (event.persisted) look(); });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt.id === "live") failures = event.detail.xhr.status ? 0 : Math.min(failures + 1, 3);
  });
  // What somebody opened or struck out stays so when the fragment is replaced.
  let open = [], struck = [];
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live") return;
    open = [...document.querySelectorAll("#live details[open]")].map((each) => each.id);
    struck = [...document.querySelectorAll("#live :checked")].map((each) => each.closest("label").textContent);
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    open.forEach((id) => { if (byId(id)) byId(id).open = true; });
    document.querySelectorAll("#live .instructions label").forEach((label) => { if (struck.includes(label.textContent)) label.querySelector("input").checked = true; });
    open = []; struck = [];
  });
}

live();
