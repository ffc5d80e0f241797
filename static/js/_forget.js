// What this phone keeps for a person and their groups goes as soon as they are gone: who signs out
// says so, and of the rest it hears from Home and from a page that it may not see. All of this also
// works on plain http.
import { site, sitePath } from "./_dom.js";
import * as outbox from "./_outbox.js";
import * as store from "./_store.js";

const base = sitePath(),
  HOME = `home ${base}`,
  OF_PLAYS = ["referee ", "steps "],
  playOf = (address) => (address.match(/(?:\/plays\/|[?&]play=)([0-9a-f-]{36})/) || [])[1];
const emptyAhead = () => store.empty("ahead");
/* Let go of the pages that the worker keeps, but for what it says without a network. */
async function dropPages() {
  const pages = await self.caches?.open("pages" + site);
  for (const each of (await pages?.keys()) || [])
    if (!each.url.endsWith("/offline")) await pages.delete(each);
}
/* Let go of what is stored by such keys, but for another site's of this host. */
const drop = (isIts) =>
  Object.keys(localStorage)
    .filter((key) => (key.split(" ")[1] ?? "/").startsWith(base) && isIts(key))
    .forEach((key) => localStorage.removeItem(key));
/* Let go of the help that was given in these plays, and of what Undo could take back in them. */
const dropNotes = (isGone) =>
  drop(
    (key) => OF_PLAYS.some((each) => key.startsWith(each)) && playOf(key) && isGone(playOf(key)),
  );
const dropDrafts = () => drop((key) => key.startsWith("draft "));
const forgetAll = () =>
  Promise.allSettled([emptyAhead(), dropPages(), (async () => drop(() => true))()]);

/* What Home shows now, against what it has shown. A page that was kept is older than what is known.
 */
async function compare({ person, at }) {
  const addresses = (kind) =>
    [...document.querySelectorAll(`main a[href^="${base}${kind}/"]`)].map((link) => link.pathname);
  const before = JSON.parse(localStorage.getItem(HOME)) || { at: 0, groups: [] },
    groups = addresses("groups");
  if (Number(at) <= before.at) return;
  if (before.person && !person) await forgetAll();
  else if (before.groups.some((group) => !groups.includes(group))) {
    dropDrafts();
    await dropPages();
  }
  const plays = addresses("plays").map(playOf),
    isGone = (play) => !plays.includes(play);
  dropNotes(isGone);
  if ((await store.all("ahead")).some(({ id }) => isGone(playOf(id)))) await emptyAhead();
  localStorage.setItem(HOME, JSON.stringify({ at: Number(at), person, groups }));
}

async function notHere({ person }) {
  const play = playOf(location.href);
  if (!person && JSON.parse(localStorage.getItem(HOME))?.person) await forgetAll();
  if (!play && !location.pathname.startsWith(`${base}groups/`)) return;
  dropDrafts();
  dropNotes((each) => each === play);
  await Promise.allSettled([emptyAhead(), dropPages()]);
}

// What still waits is sent before; without a network nobody is signed out.
document.addEventListener("submit", async (event) => {
  if (event.defaultPrevented || !event.target.matches("form[data-forgets]")) return;
  event.preventDefault();
  await outbox.send();
  if (!outbox.isCut()) await Promise.allSettled([store.empty("typed"), forgetAll()]);
  event.target.submit();
});

const found = document.querySelector("main [data-person]");
if (found)
  ("gone" in found.dataset ? notHere : compare)(found.dataset).catch(() => {
    /* A phone that keeps nothing forgets it by itself. */
  });
