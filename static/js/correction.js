// The page on which a closed stage is corrected: it is sent as a whole, and typed as a draft.
import "./_draft.js";
import "./entry_with_pads.js";
