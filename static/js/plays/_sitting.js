// Who sits down to a new play: chips of people, somebody new, and the lines of a first play.
import { isolated } from "../_dom.js";

const COLOURS = /\bp[1-8]\b/;
const letters = new Intl.Segmenter();
const signsOf = (name) => [...letters.segment(name.trim())].map((each) => each.segment);

/* What stands in each name's disc: its first letter, or two where another begins alike. */
export function initials(names) {
  const signs = names.map((name) => {
    const [first = "", ...rest] = signsOf(name);
    return [first.toUpperCase(), ...rest];
  });
  return signs.map(([first, second = ""]) =>
    first && signs.filter((each) => each[0] === first).length > 1 ? first + second : first,
  );
}

export const paint = (disc, colour) => {
  const others = [...disc.classList].filter((name) => !COLOURS.test(name));
  disc.className = [...others, ...(Number(colour) ? [`p${colour}`] : [])].join(" ");
};

const isSame = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();

/* Lines in which names are typed: Enter goes to the next one, ↑ moves one up, and each has a
   colour that no other line has. */
export function lines(list, startButton) {
  const rows = [...list.querySelectorAll("li")].map((line) => ({
    name: line.querySelector("[name=player]"),
    colour: line.querySelector("select"),
    disc: line.querySelector(".disc"),
  }));
  const words = [...rows[0].colour.options].map((option) => option.text);
  const show = () => {
    const named = rows.filter(({ name }) => name.value.trim());
    initials(rows.map(({ name }) => name.value)).forEach((its, place) => {
      rows[place].disc.textContent = its;
      paint(rows[place].disc, rows[place].colour.value);
    });
    rows.forEach((row) =>
      [...row.colour.options].forEach((option, at) => {
        const owner = named.find((each) => each !== row && each.colour.value === option.value);
        option.disabled = Boolean(owner) && rows.length <= words.length;
        option.text = owner ? `${words[at]} · ${owner.name.value.trim()}` : words[at];
      }),
    );
  };
  const swap = (one, other, part) => {
    [one[part].value, other[part].value] = [other[part].value, one[part].value];
  };
  list.addEventListener("keydown", (event) => {
    const place = rows.findIndex(({ name }) => name === event.target);
    if (event.key !== "Enter" || place < 0 || event.isComposing) return;
    event.preventDefault();
    const next = rows[place + 1];
    if (event.target.value.trim() && next) next.name.focus();
    else startButton.focus();
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    const place = Number(button.value);
    ["name", "colour"].forEach((part) => swap(rows[place - 1], rows[place], part));
    list.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // A colour that an empty line had goes to it from the one that has just taken it.
  let before = rows.map(({ colour }) => colour.value);
  list.addEventListener("change", (event) => {
    const place = rows.findIndex(({ colour }) => colour === event.target);
    const other = rows.find(
      ({ colour }, at) => at !== place && colour.value === event.target.value,
    );
    if (place >= 0 && other) other.colour.value = before[place];
    before = rows.map(({ colour }) => colour.value);
    show();
  });
  list.addEventListener("input", show);
  show();
}

/* People who are known sit down with a tap, in the order of the taps, and get up with another. The
   inputs of the names and colours stay what is sent: they are filled from the chips. */
export function people(box, nameInputs, startButton) {
  const most = Number(startButton.dataset.max),
    someone = box.querySelector(".someone"),
    made = box.querySelector("template"),
    newName = someone.querySelector("[name=new]"),
    add = someone.querySelector("[name=someone]"),
    swatches = [...someone.querySelectorAll(".swatch")];
  const addWord = add.textContent;
  let seated = [];
  const chips = () => [...box.querySelectorAll("button.person")];
  const chipOf = (name) => chips().find((chip) => isSame(chip.value, name));

  /* The box for somebody new: its disc, its button, and whose colours are taken. */
  const showNew = () => {
    const name = newName.value.trim();
    const its = swatches.map((swatch) => swatch.querySelector("input"));
    const letter = name && initials([name, ...chips().map((chip) => chip.value)])[0];
    const disc = someone.querySelector(".named .disc");
    disc.textContent = letter;
    paint(disc, its.find((input) => input.checked)?.value);
    swatches.forEach((swatch, at) => {
      swatch.querySelector(".disc").textContent = its[at].disabled
        ? signsOf(swatch.querySelector("bdi").textContent)[0]
        : letter;
    });
    add.textContent = name ? add.dataset.label.replace("{name}", isolated(name)) : addWord;
  };
  const take = (colour, name) => {
    const swatch = swatches.find((each) => each.querySelector("input").value === colour);
    const input = swatch.querySelector("input");
    if (swatches.filter((each) => !each.querySelector("input").disabled).length > 1) {
      input.disabled = true;
      input.checked = false;
      swatch.querySelector("bdi").textContent = name;
    }
    const free = swatches.map((each) => each.querySelector("input")).find((each) => !each.disabled);
    free.checked = true;
  };

  const show = () => {
    nameInputs.forEach((input, place) => {
      input.value = seated[place]?.value ?? "";
      document.querySelector(`[name="colour-${place}"]`).value =
        seated[place]?.dataset.colour ?? "";
    });
    const isFull = seated.length >= most && most > 1;
    chips().forEach((chip) => {
      const seat = seated.indexOf(chip) + 1;
      chip.querySelector(".seat").textContent = (most > 1 && seat) || "";
      chip.setAttribute("aria-pressed", seat > 0);
      chip.setAttribute("aria-disabled", isFull && !seat);
      if (seat && most > 1)
        chip.setAttribute(
          "aria-label",
          box.dataset.seat.replace("{name}", isolated(chip.value)).replace("{number}", seat),
        );
      else chip.removeAttribute("aria-label");
    });
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const sitDown = (chip) => {
    if (most === 1) seated = [];
    if (seated.length < most && !seated.includes(chip)) seated.push(chip);
  };
  const newChip = (name, colour) => {
    someone.before(made.content.cloneNode(true));
    const chip = someone.previousElementSibling;
    chip.value = name;
    chip.dataset.colour = colour;
    chip.querySelector(".who").textContent = name;
    const all = chips();
    initials(all.map((each) => each.value)).forEach((its, at) => {
      all[at].querySelector(".disc").textContent = its;
    });
    paint(chip.querySelector(".disc"), colour);
    take(colour, name);
    return chip;
  };
  /* Whoever was typed sits down; whether there was somebody. */
  const addNew = () => {
    const name = newName.value.trim();
    if (!name) return false;
    const colour = someone.querySelector(".swatch input:checked").value;
    sitDown(chipOf(name) || newChip(name, colour));
    newName.value = "";
    show();
    return true;
  };

  box.closest("form").addEventListener("click", (event) => {
    const same = event.target.closest(".same");
    const chip = event.target.closest("button.person");
    if (!same && !chip && !event.target.closest("[name=someone]")) return;
    event.preventDefault();
    if (same) seated = JSON.parse(same.dataset.names).map(chipOf).filter(Boolean);
    else if (!chip) {
      if (addNew()) someone.open = false;
      newName.focus();
      return;
    } else if (seated.includes(chip)) seated = seated.filter((each) => each !== chip);
    else sitDown(chip);
    show();
  });
  someone.addEventListener("toggle", () => someone.open && newName.focus());
  newName.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    // On to the next new name; Enter in an empty one says that nobody else is new.
    if (addNew()) newName.focus();
    else startButton.focus();
  });
  // A name that was typed and not added sits down with the start, too.
  startButton.addEventListener("click", addNew);
  box.addEventListener("input", showNew);
  // Who sits already: chosen before the page came back, or kept by the browser.
  const colours = nameInputs.map((_, at) => document.querySelector(`[name="colour-${at}"]`).value);
  seated = nameInputs
    .map(({ value }, at) => chipOf(value) || (value.trim() && newChip(value.trim(), colours[at])))
    .filter(Boolean);
  show();
}

/* Who begins: drawn at random from those who sit, or chosen in the fold of the roles. */
export function firstPlayer(row, nameInputs) {
  const input = row.querySelector("[name=first]"),
    words = row.querySelector("small"),
    button = row.querySelector("button"),
    chosen = row.closest("form").querySelector(".begins select");
  const drawWord = input.defaultValue ? "" : button.textContent;
  const names = () => nameInputs.map((each) => each.value.trim()).filter(Boolean);
  const tell = (name) => {
    input.value = name;
    chosen.replaceChildren(chosen.options[0], ...names().map((each) => new Option(each)));
    chosen.value = name;
    words.textContent = name
      ? row.dataset.word.replace("{name}", isolated(name))
      : words.dataset.rule;
    button.textContent = name ? row.dataset.again : drawWord || button.textContent;
  };
  button.addEventListener("click", (event) => {
    event.preventDefault();
    const all = names();
    tell(all[Math.floor(Math.random() * all.length)]);
  });
  // Before the form hears of it, and follows.
  chosen.addEventListener("input", () => tell(chosen.value));
  chosen.parentElement.hidden = false;
  const follow = () => {
    button.disabled = names().length < 2;
    // Whoever gets up doesn't begin.
    tell(names().find((name) => isSame(name, input.value)) ?? "");
  };
  row.closest("form").addEventListener("input", follow);
  follow();
}

/* What was typed as somebody's role stays theirs when others come and go; the fold says what it
   holds. */
export function roles(fold, nameInputs) {
  const fields = [...fold.querySelectorAll(".role-of")],
    told = fold.querySelector("[data-none]"),
    { variant } = fold.closest("form").elements;
  const inputs = fields.map((field) => field.querySelector("input"));
  const nameAt = (place) => nameInputs[place].value.trim();
  const known = new Map();
  const note = (input, place) => known.set(nameAt(place).toLowerCase(), input.value);
  const show = ({ target } = {}) => {
    // A name that is typed otherwise is still the same person's.
    const own = Math.max(inputs.indexOf(target), nameInputs.indexOf(target));
    if (own >= 0) note(inputs[own], own);
    fields.forEach((field, place) => {
      field.hidden = !nameAt(place);
      field.querySelector("bdi").textContent = nameAt(place);
      inputs[place].value = (nameAt(place) && known.get(nameAt(place).toLowerCase())) ?? "";
    });
    const texts = [variant, ...inputs].map((input) => input.value.trim()).filter(Boolean);
    told.textContent = texts.join(" · ") || told.dataset.none;
  };
  inputs.forEach(note);
  fold.closest("form").addEventListener("input", show);
  show();
}
