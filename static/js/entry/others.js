// What other phones count, and where somebody else is typing: the cell in which another page has
// its cursor is framed for a while. A page loads this once somebody else shows its play or counts
// in it; until then, and for whoever is alone, the cursor is nobody's business.

const PHONE =
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" ' +
    'aria-hidden="true"><path d="M7 2.5h10v19H7zM10.5 18.5h3"/></svg> ',
  EVERY_MS = 250,
  SHOWN_MS = 30000;
const others = new Map();
document.head.append(
  Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: document.querySelector("[data-look]").dataset.look,
  }),
);
document.body.append(
  Object.assign(document.createElement("p"), {
    id: "elsewhere",
    hidden: true,
    textContent: document.querySelector("[data-elsewhere]").dataset.elsewhere,
  }),
);
let way = "",
  own = "",
  told = "",
  timer = 0,
  redraw;

const stage = () =>
  /stage=([\w-]+)/.exec(document.getElementById("live").getAttribute("hx-get"))?.[1];
const placeOf = (cell) => `${cell.dataset.seat} ${cell.parentElement.dataset.row} ${stage()}`;

/* The first letter of a name, whatever a reader takes for one. */
const letters = self.Intl?.Segmenter && new Intl.Segmenter();
function initial(seat) {
  const name = document.querySelector(`#sheet thead [data-seat="${seat}"]`).textContent.trim();
  return (letters ? [...letters.segment(name)][0].segment : [...name][0]).toLocaleUpperCase();
}

/* At most four times a second, only what has changed, and one after the other: they might overtake
   each other on their way. */
async function tellIt() {
  const active = document.querySelector("#sheet .cell.active"),
    cell = active ? placeOf(active) : "";
  if (!way || cell === told) {
    timer = 0;
    return;
  }
  told = cell;
  await htmx
    .ajax("POST", way, { source: "#elsewhere", swap: "none", values: { tab: own, cell } })
    .catch(() => {});
  timer = setTimeout(tellIt, EVERY_MS);
}

/* The columns that another phone counts are hatched, and their heads say whose phone that is. The
   head of the page says which of them are being counted. */
function hatch() {
  const { elsewhere = "", owners = "{}" } = document.getElementById("phones")?.dataset || {};
  const seats = elsewhere.split(" ");
  document.querySelectorAll("#counted [data-seat]").forEach((part) => {
    part.hidden = !seats.includes(part.dataset.seat);
  });
  document.querySelectorAll("#sheet [data-seat]").forEach((part) => {
    const isFar = seats.includes(part.dataset.seat);
    part.classList.toggle("far", isFar);
    if (!part.matches("th")) return;
    const owner = isFar ? JSON.parse(owners)[part.dataset.seat] : "";
    if ((part.querySelector(".owner")?.textContent || "") === owner) return;
    part.querySelector(".owner")?.remove();
    if (!owner) return;
    const made = document.createElement("small");
    made.className = "owner";
    made.innerHTML = PHONE;
    made.append(owner);
    part.append(made);
  });
}
document.addEventListener("htmx:afterSettle", hatch);
hatch();

function show() {
  const framed = new Set([...others.values()].map(({ cell }) => cell));
  document.querySelectorAll("#sheet .cell").forEach((cell) => {
    if (cell.classList.toggle("elsewhere", framed.has(placeOf(cell))))
      cell.dataset.initial = initial(cell.dataset.seat);
  });
  redraw();
}

function forget(tab) {
  clearTimeout(others.get(tab)?.timer);
  others.delete(tab);
}

/* What all are sent leaves out what each can undo: where somebody has changed such a card, this
   page asks for its own. */
export function isOwn(html) {
  return [...document.querySelectorAll(".undo:has([data-row])")].some(
    ({ previousElementSibling: form }) => {
      const found = RegExp(
        `id="${form.querySelector(".mark").id}"[^]*?revision" value="(\\d+)`,
      ).exec(html);
      return (
        !("unsent" in form.dataset) &&
        found &&
        Number(found[1]) > Number(form.elements.revision.value)
      );
    },
  );
}

/* What a stream says of the others: whether there are any, and in which cell the cursor of a page
   is, "" for in none. `draw` draws the dock anew. */
export function hear(stream, tab, data, draw) {
  redraw = draw;
  const [other, cell] = JSON.parse(data);
  if (other === true || other === false) {
    way = other ? stream.replace(/stream\?.*/, "cursor") : "";
    own = tab;
    told = "";
    // Where they are now, this stream says next.
    [...others.keys()].forEach(forget);
  } else {
    forget(other);
    if (cell)
      others.set(other, {
        cell,
        timer: setTimeout(() => {
          forget(other);
          show();
        }, SHOWN_MS),
      });
  }
  show();
}

["click", "keyup", "input"].forEach((name) =>
  document.addEventListener(name, () => {
    if (way) timer ||= setTimeout(tellIt, EVERY_MS);
  }),
);

// What was read, and asks nothing, goes with a tap.
document.addEventListener("click", ({ target }) => {
  target.closest("[data-puts-away]")?.closest("[role=status]").replaceChildren();
});
