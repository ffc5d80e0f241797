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
  row.append(...boxes.slice(0, CODE / 2), document.createElement("i"), ...boxes.slice(CODE / 2));
  input.after(row);
  show();
  form.classList.add("in-boxes");
});
