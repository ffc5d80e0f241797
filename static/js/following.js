// The script of a page that follows a play: its end, and the table on a TV.
import "./every_page.js";
import "./_live.js";
