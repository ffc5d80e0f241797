// Small helpers that hold nothing: for looking things up, and for changing as little as possible.

export const byId = (id) => document.getElementById(id);
/* What ends the names of all that is stored by host, if the site is below a path of it. */
export const { site = "" } = document.documentElement.dataset;
/* The path below which the site's pages are. */
export const sitePath = () => new URL(".", document.querySelector("[data-worker]").href).pathname;
export const cookie = (name) =>
  document.cookie.match(`(?:^|; )(?:__\\w+-)?${name + site}=([^;]*)`)?.[1];
/* The id of the play that this address belongs to. */
export const playIn = (address) => address.match(/[\da-f-]{36}/)?.[0];
export const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
export const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) =>
    n.toString(16).padStart(2, "0"),
  ).join("");

/* A name in a sentence: right-to-left names must not turn the rest around. The server does the
   same. */
export const isolated = (name) =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;

/* Set a property only if it differs: even the same value makes the browser compute styles again. */
export function write(part, name, value) {
  if (part[name] !== value) part[name] = value;
}

/* Fill a box with these parts, and leave alone what is there already. */
export function fill(box, parts) {
  parts
    .map((part) => (part.nodeType ? part : new Text(part)))
    .forEach((part, at) => {
      const there = box.childNodes[at];
      if (!there) box.append(part);
      else if (!there.isEqualNode(part)) there.replaceWith(part);
    });
  while (box.childNodes.length > parts.length) box.lastChild.remove();
}

export function button(text, label) {
  const made = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: text,
  });
  if (label) made.ariaLabel = label;
  return made;
}

export const small = (text) =>
  Object.assign(document.createElement("small"), { textContent: text });

export const span = (text) => Object.assign(document.createElement("span"), { textContent: text });

/* Call a function once after each answer that htmx has swapped in, however many parts it had. */
export function afterSwap(listener) {
  let isDue = false;
  document.addEventListener("htmx:afterSettle", () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      listener();
    });
  });
}

/* Resolves once htmx is loaded, before it processes the page: its script comes after the page's
   own. */
export const htmxIsThere = new Promise((resolve) => {
  if (window.htmx) resolve();
  else document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
});
