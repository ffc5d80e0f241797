// Texts of the page for totals: sentences with names, signs of figures.
import { isolated } from "../_dom.js";
import { signed } from "../entry/_sums.js";

/* A sentence with these values in its gaps. */
export const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_, key) => isolated(String(values[key])));

export const folded = (text) => text.trim().toLowerCase();

export function paragraph(strong, text) {
  const made = document.createElement("p");
  const [head, rest] = ["b", "span"].map((name) => document.createElement(name));
  [head.textContent, rest.textContent] = [strong, text];
  made.append(head, rest);
  return [made];
}

/* A number as people of the page's language write it. */
export const written = (number) => signed(number.toLocaleString(document.documentElement.lang));
