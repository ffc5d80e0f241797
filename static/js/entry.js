// The page on which holdings are entered, for games of which all fields are typed.
// First of all: the page as it came is stored for times without a network.
import "./entry/_ahead.js";
import * as columns from "./entry/_columns.js";
import * as cursor from "./entry/_cursor.js";
import { markUnsent } from "./entry/_dock.js";
import "./_base.js";
import { afterOthers } from "./_live.js";
import { onPage } from "./_page.js";
import "./entry/_undo.js";

/* The screen stays awake while holdings are entered, where browsers allow that. */
async function stayAwake() {
  if (document.hidden || !document.querySelector("form[data-card]")) return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}

columns.start();
cursor.start();
afterOthers(cursor.showChanged);
document.addEventListener("outbox:change", markUnsent);
onPage(markUnsent);
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
