// Making a sheet: while somebody types, only the section that is typed in is sent, and the figures
// to try it with.

document.addEventListener("htmx:configRequest", ({ detail: { elt, parameters } }) => {
  const { section } = elt.dataset;
  if (!section) return;
  const isElsewhere = (name) =>
    name === "was" || (name.includes(":") && !name.startsWith(`${section}:`));
  Object.keys(parameters)
    .filter(isElsewhere)
    .forEach((name) => delete parameters[name]);
});
