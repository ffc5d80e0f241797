// What the outbox has to say: what waits, what became of it, and what the server doesn't take.
import { afterSwap, announce, button, byId, isolated } from "./_dom.js";
import * as outbox from "./_outbox.js";
import { onPage } from "./_page.js";
import * as store from "./_store.js";

const box = byId("outbox");
const texts = box.dataset;
const news = new Map();
const root = document.documentElement;

const isSheet = () => document.querySelector("form[data-closes]");
const paragraph = (text, className = "warning") =>
  Object.assign(document.createElement("p"), { className, textContent: text });
const link = (text, href) =>
  Object.assign(document.createElement("a"), { textContent: text, href });
const about = (text, { name, stage = "" }) =>
  text.replace("{name}", isolated(name)).replace("{stage}", stage);
function action(text, act) {
  const made = Object.assign(button(text), { className: "link" });
  made.addEventListener("click", act);
  return made;
}

function unsent(waiting) {
  const names = [
    ...new Set(waiting.filter((one) => one.kind === "card").map((one) => isolated(one.name))),
  ];
  if (store.isFailing) return [paragraph(texts.unkept)];
  return outbox.isCut() && names.length
    ? [paragraph(`${texts.unsent} ${names.join(texts.comma)}`)]
    : [];
}
/* What is to be scored later can be taken back. If it is on its way and gets through all the same,
   its answer says so. */
function closing(one) {
  const { name, far = "" } = one;
  const told = paragraph(about(texts.closing, { name: name + far }));
  const takeBack = () => outbox.drop(one.id).then(() => announce("outbox:dropped", { one }));
  if (one.id !== root.dataset.closing) told.append(" ", action(texts.notYet, takeBack));
  return told;
}

function refusal(one) {
  // What was typed before anybody was known is nobody's: then this phone may not enter there.
  const isTypedBy = one.body.some(([name, value]) => name === "typed_by" && value);
  const why = (one.refused === 409 || isTypedBy) && one.why;
  const told = paragraph(about(texts[why] || texts.refused, one), "fault");
  const isOthers = why && one.refused === 403;
  const send = () => {
    const body = one.body.map(([name, value]) => [
      name,
      isOthers && name === "typed_by" ? "" : value,
    ]);
    outbox.put({ ...one, body, refused: 0 }).then(outbox.send);
  };
  if (!store.isFailing) told.append(" ", texts.still);
  if (why === "nobody") told.append(" ", link(texts.enter, texts.door));
  told.append(" ", action(isOthers ? texts.anyway : texts.again, send));
  told.append(
    " ",
    action(texts.drop, () => outbox.drop(one.id)),
  );
  return told;
}

async function tell() {
  const all = await outbox.waiting();
  const waiting = all.filter((one) => !one.refused);
  // Once its stage is closed a page says so by itself: what another tab has heard before no longer
  // holds.
  if (byId("dock-action") && !isSheet()) news.clear();
  const { closed = 0 } = byId("live")?.dataset || {};
  for (const [address, { place }] of news) if (place < 2 * closed) news.delete(address);
  // Where the thumb is: in the dock, else at the page's foot.
  const place = document.querySelector(".dock .told") || document.querySelector(".dock");
  if (place && box.parentElement !== place) place.prepend(box);
  const refused = all.filter((one) => one.refused).map(refusal);
  const closes = waiting.filter((one) => one.kind === "close" && !news.has(one.address));
  // What waits to be scored isn't scored again.
  const isHere = ({ id, address }) =>
    id !== root.dataset.closing && address === isSheet()?.getAttribute("action");
  isSheet()?.toggleAttribute("data-queued", closes.some(isHere));
  const lines = [...unsent(waiting), ...closes.map(closing), ...refused, ...news.values()];
  const text = lines.map((line) => line.textContent).join("");
  if (text !== box.textContent || lines.length !== box.childElementCount)
    box.replaceChildren(...lines);
}

document.addEventListener("outbox:change", tell);
document.addEventListener("outbox:answer", ({ detail: { one, status, next } }) => {
  // Who waits for it on its own page is led on there.
  if (one.kind !== "close" || one.id === root.dataset.closing) return;
  const isClosed = status < 300;
  // Its result is this page, unless a stored sheet is shown at its address.
  if (isClosed && next === location.pathname && !isSheet()) return;
  const told = paragraph(about(isClosed ? texts.closed : texts.open, one), isClosed ? "" : "fault");
  const play = one.address.replace(/stages\/.*/, "");
  told.append(" ", link(isClosed ? texts.result : texts.look, isClosed ? next : play));
  // That a stage can't be closed is over once another phone has closed it.
  const isOfThis = byId("live")?.getAttribute("hx-get").startsWith(play);
  if (!isClosed && isOfThis) told.place = one.place;
  news.set(one.address, told);
  tell();
});
afterSwap(tell);
onPage(tell);
