// What every page needs.
import "./_outbox.js";
import "./_page.js";
import "./_unsent.js";
