// The script of a page that follows a play: its end, and the table on a TV.
import "./every_page.js";
import "./_live.js";

/* A result that this phone saw arrive, from a page of the same play, rises once. */
const [opened] = performance.getEntriesByType("navigation");
const play = location.pathname.match(/^.*\/plays\/[^/]+\//)?.[0];
const cameFrom = document.referrer && new URL(document.referrer).pathname;
if (opened?.type === "navigate" && play && cameFrom?.startsWith(play) && !location.search)
  document.querySelector(".podium")?.closest("main").classList.add("arrives");
