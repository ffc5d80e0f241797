"""What the people at the table believe: in each cell stands what someone entered there last."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Done:
    """Something a phone entered: in which cell, and what stood there before.

    `together`: what was entered with the same tap has the same number here; 0 for what was entered alone.
    `hidden`: what others had entered there, by phone, each with its place: their Undo has it again once this goes back.
    """

    cell: tuple
    before: str
    together: int = 0
    hidden: dict = field(default_factory=dict)


@dataclass
class Belief:
    """Words by (name, row number) of each stage, and which rows each name was asked for.

    `done` has by stage and phone what that phone entered and nobody changed since, the last one last: what its Undo
    takes back, one after the other.
    """

    stages: dict = field(default_factory=dict)
    asked: dict = field(default_factory=dict)
    done: dict = field(default_factory=dict)

    def cells(self, stage) -> dict:
        return self.stages.setdefault(stage, {})

    def asks(self, stage, cell):
        """Note that a phone asked for a cell."""
        self.asked.setdefault(stage, set()).add(cell)

    def of(self, stage, phone) -> list:
        return self.done.setdefault((stage, phone), [])

    def enter(self, stage, phone, cell, words, *, together=0):
        """A phone enters something: that counts now, and nobody else's Undo takes it back."""
        self.asks(stage, cell)
        before = self.cells(stage).get(cell, "")
        if words == before:
            return
        self.cells(stage)[cell] = words
        hidden = {}
        for (of_stage, other), entered in self.done.items():
            if of_stage == stage and other != phone:
                hidden[other] = [(place, each) for place, each in enumerate(entered) if each.cell == cell]
                entered[:] = [each for each in entered if each.cell != cell]
        self.of(stage, phone).append(Done(cell, before, together, hidden))

    def next_undo(self, stage, phone) -> dict:
        """The cells of which this phone's Undo takes back at least one, and what may stand in each of them then.

        What was entered quickly one after the other in one cell may go back in one step or in several, and so may
        figures that were entered in several cells with one tap.
        """
        entered, allowed = self.of(stage, phone), {}
        last = entered[-1]
        for each in reversed(entered):
            if each.cell != last.cell and not (each.together and each.together == last.together):
                break
            allowed.setdefault(each.cell, []).append(each.before)
        return allowed

    def take_back(self, stage, phone, cell, words):
        """Undo has put these words into a cell."""
        entered = self.of(stage, phone)
        while True:
            latest = max(place for place, each in enumerate(entered) if each.cell == cell)
            done = entered.pop(latest)
            for other, hidden in done.hidden.items():
                for place, each in hidden:
                    self.of(stage, other).insert(place, each)
            if done.before == words:
                break
        self.cells(stage)[cell] = words

    def forget_undo(self):
        """From here on nothing is known of what Undo takes back: a stage was corrected."""
        self.done.clear()

    def not_asked(self, stage, names) -> list:
        """The cells of rows that someone was asked for, in which others have nothing and were not asked."""
        asked, cells = self.asked.get(stage, set()), self.cells(stage)
        rows = {row for _, row in asked}
        return sorted(
            (name, row) for name in names for row in rows if (name, row) not in asked and not cells.get((name, row))
        )
