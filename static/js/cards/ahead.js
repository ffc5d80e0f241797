"use strict";
/* Going on without a network: this phone fetches its next cards ahead, and shows them in place when no page can be loaded.
   Closing a stage waits in the outbox like a save, and the next stage's cards open at once. */

(() => {
  const dock = () => document.querySelector(".dock[data-ahead]");
  let stored = null, pages = [];

  /* Keep the pages of this play as they are now; what is kept already is not fetched again. */
  async function fetchAhead() {
    if (!dock()) return;
    const { ahead: address, revision } = dock().dataset;
    stored = (await kept.all("ahead")).find((each) => each.id === address);
    pages = stored?.pages || [];
    if (outbox.isCut || (stored && stored.revision === revision && stored.language === document.documentElement.lang)) return;
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    pages = (await answer.json()).pages;
    stored = { id: address, revision, language: document.documentElement.lang, pages };
    // One table at a time: nothing of the last one stays.
    await kept.empty("ahead");
    await kept.put("ahead", stored);
  }

  // Who was shut out keeps nothing of the play.
  document.addEventListener("htmx:responseError", ({ detail }) => { if (detail.xhr.status === 404) kept.empty("ahead"); });
  // What was saved since is on its page, too, when that is shown.
  document.addEventListener("outbox:answer", ({ detail: { one, status, html } }) => {
    const page = status === 200 && pages.find((each) => each.address === one.address);
    if (!page) return;
    Object.assign(page, { is_in: page.is_in || Boolean(one.done), saved: html });
    kept.put("ahead", { ...stored, pages });
  });

  function show(page, { andRemember = true } = {}) {
    const fresh = new DOMParser().parseFromString(page.html, "text/html");
    if (page.saved) fresh.querySelector(".mark").replaceWith(new DOMParser().parseFromString(page.saved, "text/html").querySelector(".mark"));
    document.title = fresh.title;
    document.body.append(byId("outbox"));
    [".head", "main", ".dock"].forEach((part) => document.querySelector(part).replaceWith(fresh.querySelector(part)));
    if (andRemember) history.pushState(null, "", page.address);
    document.dispatchEvent(new Event("newpage"));
    htmx.process(document.body);
    forContent.forEach((begin) => begin());
    scrollTo(0, 0);
    return true;
  }

  /* The next card of a stage, but for one that is just done, which is neither in nor waits to be sent as done; else the page of the whole stage. */
  async function nextOf(stage, but) {
    const waiting = await outbox.waiting();
    const isDone = (page) => page.is_in || page.address === but || waiting.some((one) => one.address === page.address && one.done);
    const its = pages.filter((page) => page.stage === stage);
    return its.find((page) => page.is_card && !isDone(page)) || its.find((page) => !page.is_card);
  }

  async function goOn(address) {
    const here = pages.find((page) => page.address === address);
    const next = here && await nextOf(here.stage, address);
    return Boolean(next) && show(next);
  }

  async function goOnAfter(stage) {
    const stages = [...new Set(pages.map((page) => page.stage))];
    const next = await nextOf(stages[stages.indexOf(stage) + 1]);
    return Boolean(next) && show(next);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]"), page = link && outbox.isCut && pages.find((each) => each.address === link.pathname && each.is_card);
    if (!page || event.defaultPrevented) return;
    event.preventDefault();
    show(page);
  });
  addEventListener("popstate", () => {
    const page = outbox.isCut && pages.find((each) => each.address === location.pathname);
    if (page) show(page, { andRemember: false });
    else if (!location.hash) location.reload();
  });

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

  const begin = () => (window.requestIdleCallback || setTimeout)(() => fetchAhead().then(() => {
    // A page that came from this phone's own store may be another card's.
    const page = dock() && pages.find((each) => each.address === location.pathname && each.is_card);
    if (page && outbox.isCut && !document.querySelector(`form[action="${page.address}"]`)) show(page, { andRemember: false });
  }));
  begin();
  document.addEventListener("goon", ({ detail }) => goOn(detail));
})();
