// The script of every page that has none of its own.
import "./_base.js";
import "./_draft.js";
import "./_forget.js";
