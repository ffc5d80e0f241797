"""Answers to questions, such as yes and no, in the words in which they were asked."""

from companion.core.language.texts import say
from companion.rules.kit import ScoreLine
from companion.rules.sheets.rows import NO, YES


class Answer(str):
    """An answer in its own words, in the place of its number: the first one of its question, such as no, is false."""

    __slots__ = ("number",)

    number: int

    def __bool__(self):
        return self.number > 0


def is_choice(answers) -> bool:
    """Return whether these are the answers of a question that is more than yes or no."""
    return bool(answers) and {each.value for each in answers} != {NO, YES}


def in_words(line: ScoreLine, answers) -> ScoreLine:
    """Return a line whose number is the answer to a question, if there are `answers`, with the words of that answer."""
    if line.amount is None or not 0 <= line.amount < len(answers):
        return line
    return with_answer(line, answers, int(line.amount))


def with_choice(line: ScoreLine, answers, value) -> ScoreLine:
    """Return a line with the words of the answer that was chosen (`value`), as they stand if there is none."""
    number = next((number for number, each in enumerate(answers) if each.value == value), None)
    return line if number is None else with_answer(line, answers, number)


def with_bid(line: ScoreLine, said, made) -> ScoreLine:
    """Return a line with what was bid and what was made, such as `1/0`, as it is where either is unknown."""
    return line if None in (said, made) else line._replace(amount=f"{said}/{made}")  # type: ignore[arg-type]  # for pages alone


def with_answer(line: ScoreLine, answers, number: int) -> ScoreLine:
    answer = Answer(say(answers[number].label))
    answer.number = number
    return line._replace(amount=answer)  # type: ignore[arg-type]  # pages show it, and nobody counts with it


def is_entered(item, blank) -> bool:
    """Return whether something is entered of what an item is counted from: all of it, where it needs every field."""
    entered = [key not in blank for key in item.counted_from]
    return not entered or (all(entered) if item.needs_every_field else any(entered))
