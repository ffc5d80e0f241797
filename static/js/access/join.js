// The code of a table: six boxes, of which the sixth sign joins by itself.

const CODE = 6;

document.querySelectorAll("form.join").forEach((form) => {
  const input = form.elements.code,
    boxes = Array.from({ length: CODE }, () => document.createElement("b")),
    row = Object.assign(document.createElement("span"), { className: "boxes", ariaHidden: "true" });
  const signs = () =>
    [...input.value.normalize("NFKC").toUpperCase()].filter((sign) => /\w/.test(sign));
  const show = () => {
    const typed = signs();
    boxes.forEach((box, at) => {
      box.textContent = typed[at] ?? "";
      box.classList.toggle("next", at === Math.min(typed.length, CODE - 1));
    });
  };
  input.addEventListener("input", (event) => {
    show();
    if (!event.isComposing && signs().length === CODE) form.requestSubmit();
  });
  // What is wrong with a code is said beneath it, on the page that is open.
  form.addEventListener("htmx:afterSettle", () => {
    const fault = form.querySelector(".fault");
    input.setAttribute("aria-invalid", Boolean(fault));
    input.setAttribute("aria-describedby", fault?.id ?? "code-hint");
  });
  // Any other answer, and any that isn't Caravan's, is the browser's to show.
  form.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    if (!xhr.getResponseHeader("Caravan-Took") || (xhr.status >= 400 && xhr.status !== 422))
      form.submit();
  });
  row.append(...boxes.slice(0, CODE / 2), document.createElement("i"), ...boxes.slice(CODE / 2));
  input.after(row);
  show();
  form.classList.add("in-boxes");
});
