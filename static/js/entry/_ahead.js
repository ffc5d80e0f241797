// Going on without a network: this phone fetches the sheets of the later stages ahead, and shows
// them in place if no page can be loaded. Closing a stage waits in the outbox like a save, and the
// next stage's sheet opens at once.
import { byId, htmxIsThere, parsed, playIn, randomId } from "../_dom.js";
import * as outbox from "../_outbox.js";
import { beginAgain, isAnswer, taps, whenUsed } from "../_page.js";
import * as store from "../_store.js";
import { takeOver } from "./_columns.js";
import { showChanged } from "./_cursor.js";
import { howFar } from "./_dock.js";
import { missingSeats } from "./_order.js";

// On a slow network nobody waits longer than this for the next stage, unless the server has to ask
// about somebody who isn't counted yet.
const GO_ON_AFTER_MS = 3000;
const DROPPED_AFTER_MS = 500;
// What a page of a stage has of its own, as it came, before any script changed it.
const OF_A_STAGE = [".where", "#counted", ".entry", "#live", "#sums", "#dock"];
const asItCame = OF_A_STAGE.map((part) => document.querySelector(part)?.outerHTML || "").join("");
const stageHere = document.querySelector("form[data-closes]")?.dataset.stage;

let stored = null;
let hasMissed = false;

const dock = () => document.querySelector(".dock[data-ahead]");

/* What the phone has stored of this play's later stages. What an earlier release stored, htmx can't
   send. */
const isSent = ({ html }) => html?.includes('hx-ext="outbox"');
async function readAhead() {
  const { ahead: address } = dock()?.dataset || {};
  stored = (await store.all("ahead")).find(
    (each) => each.id === address && each.pages.every(isSent),
  );
}

/* Store the sheets of this play: this page's own as it came, and those after it, none of which is
   fetched twice. */
async function fetchAhead() {
  if (!dock()) return;
  const { ahead: address, revision } = dock().dataset;
  const language = document.documentElement.lang;
  await readAhead();
  hasMissed = outbox.isCut();
  if (hasMissed || (stored && stored.revision === revision && stored.language === language)) return;
  const had = new Map((stored?.pages || []).map(({ key, html }) => [key, html]));
  const asked = `${address}?here=${stageHere}&has=${[...had.keys()].join(".")}`;
  let xhr = null;
  // No element shows this: it is for the phone's store.
  const take = (_element, answer) => {
    xhr = answer.xhr;
  };
  await htmxIsThere;
  await htmx.ajax("GET", asked, { source: dock(), handler: take }).catch(() => {});
  hasMissed = !xhr || !isAnswer(xhr);
  if (hasMissed || xhr.status !== 200) return;
  const found = JSON.parse(xhr.responseText);
  found.pages.forEach((each) => {
    each.html ??= each.key ? had.get(each.key) : asItCame;
  });
  stored = { id: address, revision, language, ...found };
  await store.put("ahead", stored);
  // One play at a time: nothing of another one stays.
  const play = address.replace(/ahead$/, "");
  for (const { id } of await store.all("ahead"))
    if (!id.startsWith(play)) await store.drop("ahead", id);
}

/* The marks of what was saved since a stored sheet came: with them come the figures. */
async function showSaved() {
  for (const { id, html } of await store.all("ahead")) {
    const mark = html && document.querySelector(`form[action="${id}"] .mark`);
    const fresh = mark && parsed(html).querySelector(".mark");
    const revision = (its) => Number(its.querySelector("[name=revision]").value);
    if (!mark || fresh?.id !== mark.id || revision(fresh) <= revision(mark)) continue;
    mark.replaceWith(fresh);
    fresh.closest("form").toggleAttribute("data-stored", true);
    takeOver();
    showChanged();
  }
}

/* The sheet of a stage in the place of this one. */
function show(page, { andRemember = true } = {}) {
  const fresh = parsed(page.html);
  // What this page has asked for ends with it, as on the way to any other page; the outbox goes on.
  document
    .querySelectorAll(".htmx-request:not([hx-ext=outbox])")
    .forEach((part) => htmx.trigger(part, "htmx:abort"));
  fresh.querySelectorAll("form[data-card] [name=save_id]").forEach((input) => {
    input.value = randomId();
  });
  document.title = page.title;
  // What the outbox says goes back to where the thumb is with the next word.
  document.body.append(byId("outbox"));
  // What an earlier release stored may lack a part.
  OF_A_STAGE.forEach((part) =>
    document.querySelector(part)?.replaceWith(fresh.querySelector(part) ?? ""),
  );
  document.querySelectorAll("main .messages").forEach((part) => part.remove());
  // Back leads to the sheet that was left.
  if (andRemember) history.pushState({ stage: page.stage }, "");
  taps.startAnew();
  scrollTo(0, 0);
  beginAgain();
  htmx.process(document.body);
  showSaved();
}

/* What an earlier stage's page has stored may not reach so far: then this sheet stays. */
function goOnAfter(stage) {
  const pages = stored?.pages || [];
  const at = pages.findIndex((page) => page.stage === stage);
  if (at >= 0 && pages[at + 1]) show(pages[at + 1]);
}

/* Without a question, or without what shows it, the server asks on a page of its own. */
function askOnPage(form) {
  form.elements.save_id.value = "";
  form.submit();
}
/* Something is still missing: the server's question lies over the sheet. */
async function ask(html) {
  const form = closing;
  const dialog = parsed(html).querySelector("dialog");
  clearTimeout(slow);
  try {
    await (await import(dialog.dataset.script)).open(dialog, taps.startAnew);
  } catch {
    askOnPage(form);
  }
  stopWaiting();
  taps.startAnew();
}

// The form of the stage that is being closed, as long as this page waits for the answer.
let closing = null;
let sent = null;
let slow = 0;
const root = document.documentElement;

function stopWaiting() {
  clearTimeout(slow);
  delete root.dataset.closing;
  if (closing) closing.elements.save_id.value = "";
  closing = null;
}
/* Whether a stage may be scored to which something belongs that isn't counted: without a network
   the phone asks what the server would. */
function mayScore() {
  const missing = missingSeats();
  if (!missing.length) return true;
  const question = document.querySelector(".as-it-stands").textContent.replace("…", "?");
  return confirm(`${howFar(missing)}\n\n${question}`);
}
function goOn() {
  const { stage } = closing.dataset;
  // Nobody waits for a question any more; an answer to the first version leaves this one.
  const again = { ...sent, version: 2, body: sent.body.filter(([name]) => name !== "asks") };
  outbox.put(again).then(outbox.send);
  stopWaiting();
  if (!store.isFailing) goOnAfter(stage);
}

document.addEventListener("outbox:hold", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-closes]") || closing === form) return;
  if (outbox.isCut() && !mayScore()) return;
  closing = form;
  const address = new URL(form.action).pathname;
  const id = (await outbox.waiting()).find((one) => one.address === address)?.id || randomId();
  root.dataset.closing = id;
  form.elements.save_id.value = id;
  if (outbox.isCut() || !missingSeats().length) slow = setTimeout(goOn, GO_ON_AFTER_MS);
  const names = ["save_id", "typed_by", ...(outbox.isCut() ? [] : ["asks"])];
  const missing = outbox.isCut() ? howFar(missingSeats()) : "";
  // A stored sheet has revision 0: it is as old as its page.
  const seen =
    /revision=([1-9]\d*)/.exec(byId("live").getAttribute("hx-get"))?.[1] ?? dock().dataset.revision;
  sent = {
    ...{ id, kind: "close", version: 1, address },
    body: [...names.map((name) => [name, form.elements[name].value]), ["seen", seen]],
    play: playIn(address),
    place: Number(form.dataset.place),
    name: form.dataset.name,
    far: missing && ` (${missing})`,
    at: Date.now(),
  };
  await outbox.put(sent);
  outbox.send();
});
document.addEventListener("outbox:answer", ({ detail: { one, status, html, next } }) => {
  if (!closing || one.id !== root.dataset.closing) return;
  if (status === 409) {
    if (html) ask(html);
    else askOnPage(closing);
    return;
  }
  clearTimeout(slow);
  // The next page would send it again; nobody waits for a store that doesn't answer. It is opened
  // once: opened again on a slow line, it would be asked for anew.
  const pause = new Promise((done) => setTimeout(done, DROPPED_AFTER_MS));
  Promise.race([store.drop("typed", one.id, one.version), pause]).then(() => {
    location.href = next;
  });
});
// What others have saved, once their column has let it in.
document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment, shouldSwap } }) => {
  const form = target.closest("form[data-card]");
  const mark = fragment.firstElementChild ?? fragment;
  if (shouldSwap && form && target.matches(".mark"))
    store.put("ahead", { id: new URL(form.action).pathname, html: mark.outerHTML });
});
document.addEventListener("outbox:failed", ({ detail: { one } }) => {
  if (!closing || one.place > Number(closing.dataset.place)) return;
  if (one.play !== playIn(closing.action)) return;
  // The network was lost on the way to the server's question.
  const isToAsk = sent?.body.some(([name]) => name === "asks");
  if (!isToAsk || mayScore()) goOn();
  else {
    outbox.drop(sent.id);
    stopWaiting();
  }
});
// Whoever takes it back counts on: the sheet is shown again from which this phone has gone on.
document.addEventListener("outbox:dropped", ({ detail: { one } }) => {
  const isIts = ({ stage }) => one.address.endsWith(`/${stage}/close`);
  const page = stored?.pages.find(isIts);
  if (page && !isIts(document.querySelector("form[data-closes]").dataset)) show(page);
});
document.addEventListener("outbox:refused", ({ detail: { one } }) => {
  if (one.id === root.dataset.closing) stopWaiting();
});
// A page that came while there was no network fetches the sheets once there is one.
document.addEventListener("outbox:change", () => {
  if (hasMissed && !outbox.isCut()) fetchAhead();
});
// Who was shut out keeps nothing of the play.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (
    detail.requestConfig.elt === byId("live") &&
    isAnswer(detail.xhr) &&
    detail.xhr.status === 404
  )
    store.empty("ahead");
});
addEventListener("pageshow", stopWaiting);
addEventListener("popstate", ({ state }) => {
  const pages = outbox.isCut() && stored ? stored.pages : [];
  const page = pages.find(({ stage }) => stage === (state?.stage ?? stageHere));
  if (page) show(page, { andRemember: false });
  else if (!location.hash) location.reload();
});
// A stored page shows at once what was saved since, and gives way to the next sheet if its own
// waits to be scored. More is fetched once the page is used.
readAhead().then(async () => {
  await showSaved();
  for (const one of outbox.isCut() ? await outbox.waiting() : []) {
    const form = document.querySelector("form[data-closes]");
    const isIts = form && one.kind === "close" && one.address === new URL(form.action).pathname;
    if (isIts && !one.refused) goOnAfter(form.dataset.stage);
  }
});
whenUsed(fetchAhead);
