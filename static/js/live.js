"use strict";
// Live: ask while the page is visible, at once when it comes back, less often while the network fails.
// 95 of 100 changes are to be on the other phones within 2 s: this leaves half a second for server and network.
const POLL_MS = 1500;

function live() {
  if (!byId("live")) return;
  let failures = 0, asked = 0;
  const ask = () => {
    const region = byId("live");
    if (document.hidden || !region || !region.hasAttribute("hx-get")) return;
    asked = Date.now();
    htmx.trigger(region, "poll");
  };
  setInterval(() => { if (Date.now() - asked >= Math.min(POLL_MS * 2 ** failures, LONGEST_WAIT_MS) - 100) ask(); }, POLL_MS);
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", () => { failures = 0; ask(); });
  addEventListener("pageshow", (event) => { if (event.persisted) ask(); });
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
