// The page on which holdings are entered, for games with any fields that are tapped. The pads
// come first.
import "./entry/pads/_counts.js";
import "./entry/pads/_one_of.js";
import "./entry/pads/_picks.js";
import "./entry/pads/_rows.js";
import "./entry/pads/_sums.js";
import "./entry/pads/_tally.js";
import "./entry.js";
