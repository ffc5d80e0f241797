"use strict";
// What every page does beyond its links and forms. Everything here is an extra: without it the forms send themselves.

document.documentElement.classList.add("js");

const LONGEST_WAIT_MS = 15000;
const DOUBLE_TAP_MS = 350;

const byId = (id) => document.getElementById(id);
const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
const cookie = (name) => (document.cookie.match("(?:^|; )(?:__Host-)?" + name + "=([^;]*)") || [])[1];

/* What was sent to start a play, until a page of that play has come. */
const startBefore = () => JSON.parse(localStorage.getItem("start"));
const plainId = (id) => id.replaceAll("-", "").toLowerCase();

/* What is done for the content of a page, now and whenever a kept page takes its place. */
const forContent = [];
const onPage = (begin) => { forContent.push(begin); begin(); };

/* A form is sent once, however often its button is tapped. */
function sentOnce() {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "1";
  });
  // Back shows the page as it was left: what is sent from it now is something new.
  addEventListener("pageshow", (event) => {
    document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
    if (event.persisted) document.querySelectorAll("[name=play_id]").forEach((input) => { input.value = randomId(); });
  });
}

/* The second half of a double tap often meets the next page: it was not meant for whatever stands there. */
function secondTaps() {
  let before = JSON.parse(sessionStorage.getItem("tap")) || { at: 0 };
  let tap = null;
  sessionStorage.removeItem("tap");
  document.addEventListener("click", (event) => {
    if (!event.detail || event.pointerType === "mouse") return;
    tap = { at: Date.now(), x: event.clientX, y: event.clientY };
    if (tap.at - before.at > DOUBLE_TAP_MS || Math.hypot(tap.x - before.x, tap.y - before.y) > 48) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("newpage", () => { if (tap) before = tap; });
  addEventListener("pagehide", () => { if (tap) sessionStorage.setItem("tap", JSON.stringify(tap)); });
}

document.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-CSRFToken"] = cookie("csrftoken"); });
// Only by https, or on this machine itself, does a browser let a site keep pages to be read without a network.
navigator.serviceWorker?.register(document.querySelector("[data-worker]").dataset.worker).catch(() => {});
if (startBefore() && plainId(location.pathname).includes(`/plays/${plainId(startBefore().play_id)}/`)) localStorage.removeItem("start");
document.addEventListener("submit", (event) => { if (event.target.matches("form[data-forgets]")) localStorage.removeItem("start"); });
sentOnce(); secondTaps();
