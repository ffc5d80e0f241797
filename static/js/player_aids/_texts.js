// What a referee says. `texts` and `language` stand before this in its script, its rules after it
// (`help/scripts.py`).

/* Named and called as in `companion/rules/kit/texts.py`. */
const gettext = (message, params = {}) => ({ message, params, plural: "", number: 0, context: "" });
const pgettext = (context, message, params = {}) => ({ ...gettext(message, params), context });
const ngettext = (singular, plural, number, params = {}) => ({
  ...gettext(singular, { number, ...params }),
  plural,
  number,
});

/* A text in the page's language; several as a sentence lists them. */
function say(text) {
  if (Array.isArray(text)) return new Intl.ListFormat(language).format(text.map(say));
  if (text === null || typeof text !== "object") return String(text ?? "");
  const forms = texts[text.context + "\u0004" + text.message];
  const message = text.plural && text.number !== 1 ? forms[1] : forms[0];
  return Object.keys(text.params).length
    ? message.replace(/%\((\w+)\)[sd]/g, (_, name) => say(text.params[name])).replaceAll("%%", "%")
    : message;
}
