// The phone's own store, an IndexedDB: `typed` is what was typed and isn't stored on the server
// yet, `ahead` the sheets of later stages and what was saved since. What the phone can't store,
// this page remembers until it is sent.

import { site } from "./_dom.js";

// Some browsers never answer.
const PATIENCE_MS = 3000;
const stored = new Map();
export const unkept = new Map();
let database;
export let isFailing = false;
let openLate;
/* Resolves if the store opens after this page has stopped waiting for it. */
export const openedLate = new Promise((resolve) => {
  openLate = resolve;
});

function open() {
  database = new Promise((resolve, reject) => {
    let isLate = false;
    setTimeout(() => {
      isLate = true;
      reject();
    }, PATIENCE_MS);
    const asked = indexedDB.open("caravan" + site, 1);
    asked.onupgradeneeded = () =>
      ["typed", "ahead"].forEach((name) => asked.result.createObjectStore(name, { keyPath: "id" }));
    asked.onsuccess = () => {
      // Somebody clears the site's data: what this page has typed and not sent is stored again.
      asked.result.onclose = () => {
        open();
        stored.forEach((one) => put("typed", one));
      };
      resolve(asked.result);
      if (!isLate) return;
      database = Promise.resolve(asked.result);
      isFailing = false;
      openLate();
    };
    asked.onerror = reject;
  });
  database.catch(() => {});
}

async function attempt(name, mode, question) {
  const its = await database;
  return new Promise((resolve, reject) => {
    const transaction = its.transaction(name, mode, { durability: "strict" });
    const asked = question(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/* A connection that has ended is opened once more. */
const ask = (...question) =>
  attempt(...question).catch((error) => {
    if (!(error instanceof DOMException) || error.name === "QuotaExceededError") throw error;
    open();
    return attempt(...question);
  });
const change = (name, question) => ask(name, "readwrite", question);

/* Store a thing by its `id`; resolves to whether that worked. */
export const put = (name, thing) =>
  change(name, (box) => box.put(thing)).then(
    () => {
      if (name !== "typed") return true;
      unkept.delete(thing.id);
      if (!thing.refused) stored.set(thing.id, thing);
      isFailing = false;
      return true;
    },
    () => {
      if (name !== "typed") return false;
      // An older version stays: it is better than nothing if the page goes before this one is sent.
      unkept.set(thing.id, thing);
      isFailing = true;
      return false;
    },
  );

export async function all(name) {
  const found = await ask(name, "readonly", (box) => box.getAll()).catch(() => []);
  return name === "typed"
    ? [...found.filter((one) => !unkept.has(one.id)), ...unkept.values()]
    : found;
}

export function empty(name) {
  if (name === "typed") [stored, unkept].forEach((map) => map.clear());
  return change(name, (box) => box.clear()).catch(() => {});
}

/* Drop a thing; if a version is named, only that one and older ones. */
export function drop(name, id, version) {
  const isIts = (one) => one && (version === undefined || one.version <= version);
  for (const map of [stored, unkept]) if (isIts(map.get(id))) map.delete(id);
  return change(name, (box) => {
    const found = box.get(id);
    found.onsuccess = () => {
      if (isIts(found.result)) box.delete(id);
    };
    return found;
  }).catch(() => {});
}

open();
