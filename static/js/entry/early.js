// The question over the sheet before a stage is scored to which something belongs that nobody has
// counted. A page loads this with the first such question.

import { parsed } from "../_dom.js";

/* Show the question as it is now, and close it if there is none. A tap that was meant for what it
   said before does nothing. */
async function renew(dialog, startAnew) {
  const answer = await fetch(dialog.dataset.address).catch(() => null);
  if (!dialog.open || !answer?.ok) return;
  const fresh = parsed(await answer.text()).querySelector("dialog");
  if (!fresh) dialog.close("");
  if (!fresh || fresh.dataset.asked === dialog.dataset.asked) return;
  const [styles, ...parts] = dialog.children;
  parts.forEach((part) => part.remove());
  fresh.querySelector("link").remove();
  styles.after(...fresh.children);
  dialog.dataset.asked = fresh.dataset.asked;
  dialog.querySelector("[method=dialog] button").focus();
  startAnew();
}

/* Show a question; what it leads on to is framed once it was answered so. `startAnew` is called
   when its buttons mean something else. */
export async function open(dialog, startAnew) {
  const styles = dialog.querySelector("link");
  const loaded = new Promise((done) => {
    styles.onload = styles.onerror = done;
  });
  dialog.addEventListener("close", () => {
    const { returnValue: row } = dialog;
    dialog.remove();
    if (!row) return;
    const faces = `#sheet [data-row="${row}"] :is(.face:empty, .figure:placeholder-shown)`;
    document.querySelector(faces)?.focus();
  });
  document.body.append(dialog);
  // Meanwhile other phones may finish what was missing: then nothing is asked any more.
  const dock = document.getElementById("dock");
  const isMissing = () => dock.querySelector(".as-it-stands:not([hidden])");
  if (isMissing()) {
    const watcher = new MutationObserver(() => isMissing() || dialog.close(""));
    watcher.observe(dock, { subtree: true, childList: true, attributeFilter: ["hidden"] });
    dialog.addEventListener("close", () => watcher.disconnect());
  }
  // What it lists follows what others count.
  const news = () => renew(dialog, startAnew);
  document.addEventListener("htmx:afterSettle", news);
  dialog.addEventListener("close", () => document.removeEventListener("htmx:afterSettle", news));
  await loaded;
  dialog.showModal();
  dialog.querySelector("[method=dialog] button").focus();
}
