// The page on which holdings are entered, for games whose fields are typed, chosen, laid down or
// picked. The pads come first.
import "./entry/pads/_counts.js";
import "./entry/pads/_one_of.js";
import "./entry/pads/_picks.js";
import "./entry.js";
