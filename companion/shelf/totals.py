"""A play of which only the totals are known, or who won: entered at once, and over."""

from dataclasses import dataclass
from secrets import token_hex

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.cards.merging import Sent
from companion.cards.saving import save_holdings
from companion.inputs import LONGEST_NAME, NameField
from companion.language.folding import folded
from companion.language.typed import clean_name
from companion.models import OwnSheet, Play
from companion.models.sheets import newest_versions
from companion.plays import lifecycle
from companion.plays.forms import check_day
from companion.rules.kit import read_number
from companion.rules.scoring.checking import same_name

from .making import make, totals_sheet

MOST_SEATS = 12
WINS = (
    ("most", gettext_lazy("most points win")),
    ("fewest", gettext_lazy("fewest points win")),
    ("winner", gettext_lazy("only who won")),
)


@dataclass(frozen=True)
class Line:
    """What was typed of a player, at which place of the form."""

    place: int
    player: str
    total: str
    won: bool

    @property
    def number(self) -> int:
        return self.place + 1


class TotalsForm(forms.Form):
    """What was played, when, and what each player came to; lines without a name are passed over."""

    title = NameField(max_length=60, label=gettext_lazy("Game"))
    played_on = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[check_day],
    )
    wins = forms.ChoiceField(choices=WINS, label=gettext_lazy("Who wins"))

    def __init__(self, data=None, **kwargs) -> None:
        super().__init__(data, **kwargs)
        typed = data or {}
        self.seats: list[Line] = []
        self.lines: list[Line] = [
            Line(
                place,
                clean_name(typed.get(f"player-{place}", ""))[:LONGEST_NAME],
                typed.get(f"total-{place}", ""),
                bool(typed.get(f"won-{place}")),
            )
            for place in range(MOST_SEATS)
        ]

    def clean(self):
        self.seats = [line for line in self.lines if line.player]
        if fault := fault_of(self.seats, self.cleaned_data.get("wins")):
            raise ValidationError(fault)


def fault_of(lines, wins) -> str:
    """Why these lines cannot be a play; nothing where they can."""
    names = [same_name(line.player) for line in lines]
    if not lines:
        return _("Nobody has a name yet.")
    if wins == "winner" and not any(line.won for line in lines):
        return _("Nobody is ticked as the winner.")
    for line in lines:
        if names.count(same_name(line.player)) > 1:
            return _("Two players are called %(player)s.") % {"player": line.player}
        if wins != "winner" and not is_total(read_number(line.total)):
            return _("%(player)s has no total: a whole number.") % {"player": line.player}
    return ""


def is_total(value) -> bool:
    return isinstance(value, int) and abs(value) <= 9_999


def sheet_for(group, title, wins, *, person) -> OwnSheet:
    """The group's sheet of totals for a game of this name, made where there is none yet."""
    wanted = totals_sheet(title, wins)
    for version in newest_versions(group).values():
        data = version.data
        if {**data, "title": ""} == {**wanted, "title": ""} and folded(str(data["title"])) == folded(title):
            return version.sheet
    return make(group, wanted, person=person)


@transaction.atomic
def store(group, form: TotalsForm, *, person) -> Play:
    """The play that a form without errors tells of, over at once."""
    asked = form.cleaned_data
    own = sheet_for(group, asked["title"], asked["wins"], person=person)
    version = own.newest
    names = [line.player for line in form.seats]
    play = lifecycle.start(
        version.game, person=person, group=group, names=names, options={}, played_on=asked["played_on"]
    )
    stage = play.rules.stages[0]
    for seat, line in zip(play.seats.all(), form.seats, strict=True):
        has_won = {"winner__": "yes" if line.won else "no"}
        entries = has_won if asked["wins"] == "winner" else {"total": read_number(line.total)}
        sent = Sent(entries=entries, base=0, save_id=token_hex(16), is_in=True)
        save_holdings(play, seat, stage, sent, person=person)
    play = Play.objects.get(pk=play.pk)
    lifecycle.close_stage(play, stage, person=person)
    lifecycle.finish(play, person=person)
    return play
