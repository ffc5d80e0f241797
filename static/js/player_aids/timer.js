// The timer on the phone. Only the moment of its end is kept, so that it is right after any sleep
// and any reload.

import { sitePath } from "../_dom.js";

(function () {
  const KEY = `timer ${sitePath()}`,
    byId = (id) => document.getElementById(id);
  const form = byId("timer"),
    said = byId("announcement"),
    words = form.dataset;
  const LAST_MS = 60000;
  let light = null,
    lastLeft = null;

  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  };
  let timer = kept();

  function keep(changed) {
    timer = changed;
    try {
      localStorage.setItem(KEY, JSON.stringify(timer));
    } catch {
      /* It lasts as long as the page. */
    }
    lastLeft = left();
    show();
  }

  /* What is left in ms; null before the first start. */
  function left() {
    if (!timer) return null;
    return "ends" in timer ? Math.max(0, timer.ends - Date.now()) : timer.left;
  }

  const runs = () => Boolean(timer) && "ends" in timer && left() > 0;

  function show() {
    const ms = left(),
      seconds = Math.ceil((ms ?? 0) / 1000);
    byId("left").textContent =
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    form.querySelector(".clock").hidden = ms === null;
    byId("over").hidden = ms !== 0;
    byId("running").hidden = !ms;
    byId("pause").hidden = !runs();
    byId("resume").hidden = !ms || runs();
    announce(ms);
    stayAwake();
  }

  /* Say it once when a minute is left, and when the time is up. */
  function announce(ms) {
    if (ms === null || lastLeft === null) return;
    if (ms === 0 && lastLeft > 0) {
      said.textContent = words.over;
      navigator.vibrate?.([300, 150, 300]);
    } else if (runs() && ms <= LAST_MS && lastLeft > LAST_MS) {
      said.textContent = words.last;
    }
    lastLeft = ms;
  }

  /* Keep the screen lit while it runs, where the phone lets a page do that. */
  async function stayAwake() {
    if (!navigator.wakeLock || document.hidden) return;
    if (runs() && light === null) {
      light = navigator.wakeLock.request("screen").catch(() => null);
      (await light)?.addEventListener("release", () => {
        light = null;
      });
    } else if (!runs() && light !== null) {
      const lock = light;
      light = null;
      (await lock)?.release();
    }
  }

  function start(minutes) {
    keep({ ends: Date.now() + minutes * 60000 });
    said.textContent = words.started;
  }

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const pressed = event.submitter;
    if (pressed?.id === "pause") {
      keep({ left: left() });
      said.textContent = words.paused;
      byId("resume").focus();
    } else if (pressed?.id === "resume") {
      keep({ ends: Date.now() + left() });
      said.textContent = words.started;
      byId("pause").focus();
    } else {
      start(Number(pressed?.value || event.target.elements.minutes.value));
    }
  });

  document.addEventListener("visibilitychange", show);
  window.addEventListener("storage", () => {
    timer = kept();
    lastLeft = left();
    show();
  });
  lastLeft = left();
  show();
  setInterval(() => {
    if (runs() || lastLeft > 0) show();
  }, 200);
})();
