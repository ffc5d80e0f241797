// The page on which holdings are entered, for games whose fields are typed or rows of cards. The
// pads come first.
import "./entry/pads/_rows.js";
import "./entry.js";
