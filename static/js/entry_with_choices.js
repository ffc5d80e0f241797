// The page on which holdings are entered, for games whose fields are typed or chosen. The pads
// come first.
import "./entry/pads/_one_of.js";
import "./entry/pads/_sums.js";
import "./entry.js";
