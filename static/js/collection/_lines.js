// The lines of people on a form of totals.
import { initials, paint } from "../plays/_sitting.js";
import { folded } from "./_words.js";

export const linesOf = (rows) =>
  [...rows].map((row) => ({
    row,
    disc: row.querySelector(".disc"),
    who: row.querySelector(".name"),
    name: row.querySelector("[name^=player-]"),
    colour: row.querySelector("[name^=colour-]"),
    figure: row.querySelector(".figure"),
    out: row.querySelector("[name^=out-]"),
    won: row.querySelector("[name^=won-]"),
  }));

export const nameOf = ({ name }) => name.value.trim();

/* Whose an entry is: a person's, so that it stays theirs when somebody before them gets up. Where
   names are typed, it is the line's: a name may be spelt anew. */
export const keyOf = (line, box) => (box ? folded(nameOf(line)) : line);

/* Draw the name and the disc of each line. */
export function drawPeople(lines, box) {
  const letters = initials(lines.map(nameOf));
  lines.forEach((line, place) => {
    const name = nameOf(line);
    line.row.classList.toggle("nobody", !name);
    line.who.textContent = name;
    line.disc.textContent = letters[place];
    if (box) paint(line.disc, line.colour.value);
  });
}
