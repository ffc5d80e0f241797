// Figures as they are typed: numbers and sums. The server reads them in the same way.

/* What a text comes to as a number, a product or a sum of them with up to two decimals; null if it
   is neither. */
export function sumOf(text) {
  const typed = text.normalize("NFKC").replace(/\s/g, "").replace(/−/g, "-");
  const numbers = typed.replace(/,(?=\d{1,2}(\D|$))/g, ".");
  if (!/^-?\d+(\.\d{1,2})?((\+?-|[+x*×])\d+(\.\d{1,2})?)*\+?$/.test(numbers)) return null;
  const hundredths = numbers
    .match(/[+-]?[\d.x*×]+/g)
    .map((part) => Math.round(part.split(/[x*×]/).reduce((all, each) => all * each, 100)));
  return hundredths.reduce((sum, part) => sum + part, 0) / 100;
}

/* A text without a sign or a point at its end whose digits are still to come. A product without its
   last number isn't a figure yet: it stays as it is. */
export const finished = (text) => text.replace(/\s*[-−.,]\s*$/, "");

/* A figure with a true minus, as people read it; what is sent and stored has a hyphen. */
export const signed = (text) => text.replaceAll("-", "−");

/* A text as its field shows it once it is left: sums added up, in the language's own decimals. */
export function addedUp(text) {
  const typed = signed(finished(text));
  const sum = sumOf(typed);
  if (sum === null) return typed;
  const figure = signed(String(sum));
  return typed.includes(",") ? figure.replace(".", ",") : figure;
}

export function addUp(figure) {
  const text = addedUp(figure.value) || (figure.value && signed(figure.held ?? ""));
  if (figure.value !== text) figure.value = text;
}
