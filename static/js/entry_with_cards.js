// The page on which holdings are entered, for games whose fields are typed, chosen or rows of cards.
// The pads come first.
import "./entry/pads/_one_of.js";
import "./entry/pads/_rows.js";
import "./entry.js";
