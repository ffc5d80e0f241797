"use strict";
// Keeps on this phone what can be read without a network: the shell, home, the games with their help, and the plays that were open.
// The page itself keeps and sends what was typed; nothing that changes anything is ever answered from here.

const SHELL = [{% for path in shell %}"{{ path }}", {% endfor %}];
// Other sites of this host have caches, too.
const SHELLS = "shell {{ static }}", SHELL_NAME = "shell " + SHELL.join(" "), PAGES = "pages{{ site }}", OFFLINE = "{% url 'core:offline' %}";
const HOME = "{% url 'plays:home' %}";
const MOST_PAGES = 60, PATIENCE_MS = 5000;
/* A path as it is without the site's own, for patterns. */
const inner = (path) => path.startsWith(HOME) ? path.slice(HOME.length - 1) : "";
const isTotals = (pathname) => /^(\/groups\/[^/]+)?\/totals(\/counter)?$/.test(inner(pathname));
const isKept = ({ pathname }) => pathname === HOME || isTotals(pathname) || /^\/(games\/[^/]+(\/timer|\/referee\/.*)?|plays\/[^/]+\/(seats\/\d+\/[^/]+|stages\/[^/]+)?)$/.test(inner(pathname));
/* The page of the play that this path belongs to, if any. */
const playOf = (path) => path.match(/^.*?\/plays\/[\da-f-]{36}(?=\/|$)/)?.[0].concat("/");
// Help during a play knows its players by the play in its address, and totals their game and group.
const keyOf = ({ pathname, search }) => pathname.includes("/referee/") || isTotals(pathname) ? pathname + search : pathname;
const isFarewell = (path) => /^\/(sign-out|sign-in|back|you\/delete|you\/passkeys)/.test(inner(path)) || path.endsWith("/leave");

self.addEventListener("install", (event) => event.waitUntil((async () => {
  await (await caches.open(SHELL_NAME)).addAll(SHELL);
  await (await caches.open(PAGES)).add(OFFLINE);
  await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(SHELLS) && name !== SHELL_NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
  // The pages that were open before this came are read later, too.
  const open = (await self.clients.matchAll({ type: "window" })).map((each) => new URL(each.url)).filter(isKept).map(keyOf);
  for (const path of new Set([HOME, ...open])) await fetchPage(path, { withFiles: open.includes(path) });
})()));

// A page that came past the worker says so once there is one: also one that was on its way while the worker began.
self.addEventListener("message", (event) => event.waitUntil((async () => {
  const url = new URL(event.source.url), path = keyOf(url);
  if (isKept(url) && !(await (await caches.open(PAGES)).match(path))) await fetchPage(path, { withFiles: true });
})()));

const underWay = new Set();

/* Keep a page, and with it what it loaded: the browser has that, so this asks the network for nothing. */
async function fetchPage(path, { withFiles }) {
  if (underWay.has(path)) return;
  underWay.add(path);
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok && !answer.redirected) {
    const files = (await answer.clone().text()).matchAll(/(?:src|href)="([^"]+\.(?:css|js|svg))"/g);
    await keep(path, answer);
    const shell = await caches.open(SHELL_NAME);
    if (withFiles) await Promise.all([...files].map(([, file]) => shell.add(file).catch(() => {})));
  }
  underWay.delete(path);
}

/* Forget the pages whose address begins so: nothing private stays of what may not be seen any more. */
async function forget(beginning) {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(beginning) && pathname !== OFFLINE) await pages.delete(request);
  }
}

async function keep(path, answer) {
  const pages = await caches.open(PAGES);
  await pages.delete(path);
  await pages.put(path, answer);
  const all = await pages.keys();
  await Promise.all(all.slice(0, -MOST_PAGES).filter((request) => new URL(request.url).pathname !== OFFLINE).map((request) => pages.delete(request)));
  // Who joined by a link has opened a column and never the play's own page. Home leads back to that, also if it was stored before.
  const play = playOf(path);
  if (play && path !== play && !(await pages.match(play))) await fetchPage(play, { withFiles: true });
  if (play && !(await (await pages.match(HOME))?.text())?.includes(play)) await fetchPage(HOME, { withFiles: true });
}

async function keptPage(path) {
  const pages = await caches.open(PAGES);
  const play = playOf(path);
  // The page of a play finds the card of an address by itself.
  const kept = await pages.match(path) || (play && await pages.match(play));
  return kept && asNew(kept);
}

/* What this page sends is something new: under the ids it came with something may have been sent before. And what it does not
   list may be newer than it: nothing is forgotten for that. What it says of others may be over (`data-stale`). */
async function asNew(kept) {
  const html = await kept.text(), id = () => crypto.randomUUID().replaceAll("-", "");
  const fresh = html.replace(/(name="(?:play|save)_id" value=")[^"]+/g, (_, start) => start + id()).replace(/ data-at="\d+"/, ' data-at="0"').replace("<html", "<html data-stale");
  return new Response(fresh, { headers: kept.headers });
}

async function freshPage(event, url) {
  const answer = await fetch(event.request), copy = answer.clone();
  const end = new URL(answer.url || event.request.url);
  if ([403, 404, 410].includes(answer.status)) await gone(url.pathname);
  // A redirect that a page follows by itself comes here as its target's own request.
  if (answer.ok && !answer.redirected && answer.type === "basic" && isKept(end)) event.waitUntil(keep(keyOf(end), copy));
  // From the result of a stage one goes on to the sheet of the next, which is another than the one that is kept.
  const its = /^\/plays\/[^/]+\/stages\//.test(inner(end.pathname)) && playOf(end.pathname);
  if (answer.ok && its) event.waitUntil(fetch(its).then((next) => (next.ok && !next.redirected ? keep(its, next) : null)).catch(() => {}));
  // In the language that is spoken now.
  if (answer.ok && end.pathname === HOME) event.waitUntil(caches.open(PAGES).then((pages) => pages.add(OFFLINE)).catch(() => {}));
  return answer;
}

/* On a slow line a page that is kept is shown meanwhile, and any other one is waited for. So is what a form leads to: the kept
   page is older than what the form did. */
async function page(event, url, { isAnswer }) {
  const fresh = freshPage(event, url);
  event.waitUntil(fresh.catch(() => {}));
  const late = isAnswer ? fresh : new Promise((go) => setTimeout(go, PATIENCE_MS)).then(() => keptPage(keyOf(url))).then((found) => found || fresh);
  try {
    return await Promise.race([fresh, late]);
  } catch {
    return await keptPage(keyOf(url)) || await caches.match(OFFLINE) || Response.error();
  }
}

/* What a page loads: from the shell, else from the network, and kept for the next time. */
async function file(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request), copy = answer.clone();
  if (answer.ok) event.waitUntil(caches.open(SHELL_NAME).then((shell) => shell.put(event.request, copy)));
  return answer;
}

// Who may not see a play or a group any more may not see others either: which ones, only the server knows.
const gone = (path) => forget(/^\/(plays|groups)\//.test(inner(path)) ? HOME : path);

// Whether the last page that was asked for is the answer to a form, which leads on to another address.
let wasSent = false;

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url), { pathname, origin } = url;
  if (origin !== location.origin) return;
  const isPage = event.request.mode === "navigate", isAnswer = wasSent;
  if (isPage) wasSent = event.request.method === "POST";
  if (event.request.method === "POST" && isFarewell(pathname)) event.waitUntil(forget(HOME));
  if (event.request.method !== "GET") return;
  if (isPage) event.respondWith(page(event, url, { isAnswer }));
  else if (pathname.startsWith("{{ static }}")) event.respondWith(file(event));
  else if (/^\/plays\/[^/]+\/live$/.test(inner(pathname))) event.respondWith(fetch(event.request).then((answer) => {
    if (answer.status === 404) event.waitUntil(gone(pathname));
    return answer;
  }));
});
