"use strict";
// What is told of the outbox where the thumb is: what waits, what became of it, and what the server does not take.

(() => {
  const box = byId("outbox"), texts = box.dataset;
  const paragraph = (text, className = "warning") => Object.assign(document.createElement("p"), { className, textContent: text });
  const action = (text, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: text });
    made.addEventListener("click", act);
    return made;
  };
  const link = (text, href) => Object.assign(document.createElement("a"), { textContent: text, href });
  const about = (text, one) => text.replace("{name}", one.name);
  const news = new Map();

  const unsent = (waiting) => {
    const names = [...new Set(waiting.filter((one) => one.kind === "card").map((one) => one.name))];
    return outbox.isCut && names.length ? [paragraph(`${texts.unsent} ${names.join(texts.comma)}`)] : [];
  };
  const closings = (waiting) => waiting.filter((one) => one.kind === "close").map((one) => paragraph(about(texts.closing, one)));
  const refusal = (one) => {
    const isOthers = one.refused === 403 && one.body.some(([name, value]) => name === "typed_by" && value);
    const told = paragraph(about(isOthers ? texts.others : texts.refused, one), "fault");
    const send = () => {
      const body = one.body.map(([name, value]) => [name, isOthers && name === "typed_by" ? "" : value]);
      outbox.put({ ...one, body, refused: 0 }).then(outbox.send);
    };
    told.append(" ", action(isOthers ? texts.anyway : texts.again, send), " ", action(texts.drop, () => outbox.drop(one.id)));
    return told;
  };

  async function tell() {
    const all = await outbox.waiting(), waiting = all.filter((one) => !one.refused);
    // Where the thumb is: in the dock of a play, else at the page's foot.
    const place = document.querySelector(".dock .told") || document.body;
    if (box.parentElement !== place) place.append(box);
    const lines = [...unsent(waiting), ...closings(waiting), ...all.filter((one) => one.refused).map(refusal), ...news.values()];
    if (lines.map((line) => line.textContent).join() !== box.textContent || lines.length !== box.childElementCount) box.replaceChildren(...lines);
    marks(waiting);
  }

  /* The others' cards on this page, as far as this phone knows more of them than the server. */
  function marks(waiting) {
    for (const line of document.querySelectorAll(".seats a")) {
      const state = line.querySelector(".state");
      const its = outbox.isCut && waiting.find((one) => one.kind === "card" && one.address === line.pathname);
      if (its && !state.classList.contains("unsent")) {
        state.className = "state warning unsent";
        state.textContent = texts.here;
      }
    }
  }

  document.addEventListener("outbox:change", tell);
  document.addEventListener("outbox:answer", ({ detail: { one, status, next } }) => {
    // Who waits for it on its own page is led on there.
    if (one.kind !== "close" || one.id === document.documentElement.dataset.closing) return;
    const isClosed = status === 204 && /\/stages\//.test(next);
    const told = paragraph(about(isClosed ? texts.closed : texts.open, one), isClosed ? "" : "fault");
    told.append(" ", link(isClosed ? texts.result : texts.look, isClosed ? next : one.address.replace(/stages\/.*/, "")));
    news.set(one.address, told);
    tell();
  });
  document.addEventListener("htmx:afterSettle", () => tell());
  onPage(tell);
})();
