"""Answers to questions, such as yes and no, in the words in which they were asked."""

from companion.language.texts import say
from companion.rules.kit import ScoreLine


class Answer(str):
    """An answer in its own words, in the place of its number: the first one of its question, such as no, is false."""

    __slots__ = ("number",)

    number: int

    def __bool__(self):
        return self.number > 0


def in_words(line: ScoreLine, answers) -> ScoreLine:
    """Return a line whose number is the answer to a question, if there are `answers`, with the words of that answer."""
    if line.amount is None or not 0 <= line.amount < len(answers):
        return line
    answer = Answer(say(answers[int(line.amount)].label))
    answer.number = int(line.amount)
    return line._replace(amount=answer)  # type: ignore[arg-type]  # pages show it, and nobody counts with it


def is_entered(item, blank) -> bool:
    """Return whether something is entered of what an item is counted from: all of it, where it needs every field."""
    entered = [key not in blank for key in item.counted_from]
    return not entered or (all(entered) if item.needs_every_field else any(entered))
