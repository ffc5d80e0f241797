"use strict";
/* Going on without a network: this phone fetches ahead the sheets of the stages to come, and shows them in place when no page
   can be loaded. Closing a stage waits in the outbox like a save, and the next stage's sheet opens at once. */

(() => {
  const dock = () => document.querySelector(".dock[data-ahead]");
  // What was saved since this page came, by its address.
  const saved = {};
  let stored = null, missed = false;

  /* Keep the sheets of this play: this page's own as it came, and those after it, of which none is fetched twice. */
  async function fetchAhead() {
    if (!dock()) return;
    const { ahead: address, revision } = dock().dataset, language = document.documentElement.lang;
    // What an earlier release kept were the pages of cards.
    stored = (await kept.all("ahead")).find((each) => each.id === address && !each.frames);
    missed = outbox.isCut;
    if (missed || (stored && stored.revision === revision && stored.language === language)) return;
    const had = new Map((stored?.pages || []).map(({ key, html }) => [key, html])), asked = `here=${stageHere}&has=${[...had.keys()].join(".")}`;
    const answer = await fetch(`${address}?${asked}`, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return void (missed = !answer);
    const found = await answer.json();
    found.pages.forEach((each) => { each.html ??= each.key ? had.get(each.key) : asItCame; });
    stored = { id: address, revision, language, saved, ...found };
    // One table at a time: nothing of the last one stays.
    await kept.empty("ahead");
    await kept.put("ahead", stored);
  }

  // A page that came while there was no network fetches them once there is one.
  document.addEventListener("outbox:change", () => { if (missed && !outbox.isCut) fetchAhead(); });
  // Who was shut out keeps nothing of the play.
  document.addEventListener("live", ({ detail: status }) => { if (status === 404) kept.empty("ahead"); });
  // What was saved since is on a sheet, too, that comes from this phone's own store.
  document.addEventListener("outbox:answer", ({ detail: { one, status, html } }) => {
    if (one.kind !== "card" || status !== 200) return;
    saved[one.address] = html;
    if (stored) kept.put("ahead", Object.assign(stored, { saved: { ...stored.saved, ...saved } }));
  });

  /* The marks of what was saved since a page came that was kept: with them come the figures. */
  function showSaved() {
    for (const [address, html] of Object.entries(stored?.saved || {})) {
      const fresh = parsed(html).querySelector(".mark"), mark = document.querySelector(`form[action="${address}"] .mark`);
      const revision = (its) => Number(its.querySelector("[name=revision]").value);
      if (!mark || revision(fresh) <= revision(mark)) continue;
      mark.replaceWith(fresh);
      announce("placed");
    }
  }

  /* The sheet of a stage in the place of this one. */
  function show(page, { andRemember = true } = {}) {
    const fresh = parsed(page.html);
    fresh.querySelectorAll("[name=save_id]").forEach((input) => { input.value = randomId(); });
    document.title = page.title;
    // What an earlier release kept may lack a part.
    OF_A_STAGE.forEach((part) => document.querySelector(part)?.replaceWith(fresh.querySelector(part) ?? ""));
    document.querySelectorAll("main .messages").forEach((part) => part.remove());
    // Back leads to the sheet that was left.
    if (andRemember) history.pushState({ stage: page.stage }, "");
    document.dispatchEvent(new Event("newpage"));
    forContent.forEach((begin) => begin());
    scrollTo(0, 0);
  }

  addEventListener("popstate", ({ state }) => {
    const pages = outbox.isCut && stored ? stored.pages : [], page = pages.find(({ stage }) => stage === state?.stage) || pages[0];
    if (page) show(page, { andRemember: false });
    else if (!location.hash) location.reload();
  });

  function goOnAfter(stage) {
    const pages = stored?.pages || [], next = pages[pages.findIndex((page) => page.stage === stage) + 1];
    if (next) show(next);
  }

  /* Closing a stage. `closing` is its id as long as this page waits for the answer. */
  const root = document.documentElement;
  let form = null, slow = 0;
  const wakeUp = () => {
    clearTimeout(slow);
    delete root.dataset.closing;
    if (form) delete form.dataset.sent;
    form = null;
  };
  const closeLater = () => {
    const { stage } = form.dataset;
    wakeUp();
    if (!kept.isFailing) goOnAfter(stage);
  };
  document.addEventListener("submit", async (event) => {
    const its = event.target;
    if (event.defaultPrevented || !its.matches("form[data-closes]")) return;
    event.preventDefault();
    form = its;
    const address = new URL(its.action).pathname;
    const waiting = (await outbox.waiting()).find((one) => one.address === address);
    const id = waiting?.id || randomId();
    root.dataset.closing = id;
    slow = setTimeout(closeLater, GO_ON_AFTER_MS);
    await outbox.put({
      id, kind: "close", version: 1, address, body: [["save_id", id], ["typed_by", its.elements.typed_by.value]],
      play: address.split("/")[2], place: Number(its.dataset.place), name: its.dataset.name, at: Date.now(),
    });
    outbox.send();
  });
  document.addEventListener("outbox:answer", ({ detail: { one, status, next } }) => {
    if (!form || one.id !== root.dataset.closing) return;
    // Not all cards are in: the server asks on a page of its own.
    if (status === 409) form.submit();
    else location.href = next;
  });
  document.addEventListener("outbox:failed", ({ detail: { one } }) => {
    if (form && one.place <= Number(form.dataset.place) && one.play === new URL(form.action).pathname.split("/")[2]) closeLater();
  });
  document.addEventListener("outbox:refused", ({ detail: { one } }) => { if (one.id === root.dataset.closing) wakeUp(); });
  addEventListener("pageshow", wakeUp);

  const begin = () => (window.requestIdleCallback || setTimeout)(() => fetchAhead().then(showSaved), { timeout: 5_000 });
  // After what the page needs to be shown; a phone that is never idle has a network that may go, too.
  addEventListener("load", begin);
})();
