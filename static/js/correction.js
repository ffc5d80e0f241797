// The page on which a closed stage is corrected: it is sent as a whole, and typed as a draft.
import "./_draft.js";
import { typeAnew } from "./entry/_cursor.js";
import "./entry_with_pads.js";

// What is refused is typed anew, not continued.
document.addEventListener("submit", typeAnew);
