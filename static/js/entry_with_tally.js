// The page on which holdings are entered, for games whose fields are typed or a list. The pads
// come first.
import "./entry/pads/_tally.js";
import "./entry.js";
