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
from companion.inputs import LONGEST_NAME, HiddenUUIDField, NameField
from companion.language.folding import folded
from companion.language.typed import as_typed, clean_name
from companion.models import OwnSheet, Play, SheetVersion
from companion.models.sheets import newest_versions, totals_version
from companion.plays import lifecycle
from companion.plays.forms import check_day
from companion.rules.kit import read_number
from companion.rules.scoring.checking import same_name
from companion.rules.sheets.limits import MOST_OF_A_TOTAL
from companion.rules.sheets.totals import MOST_PLAYERS as MOST_SEATS
from companion.rules.sheets.totals import totals_sheet

from .making import make

WINS = (
    ("most", gettext_lazy("most points win")),
    ("fewest", gettext_lazy("fewest points win")),
    ("winner", gettext_lazy("only who won")),
)


@dataclass(frozen=True)
class Line:
    """What was typed of a player, at which place of the form. `offered`: the page brought the name along."""

    place: int
    player: str
    total: str
    won: bool
    offered: bool = False

    @property
    def number(self) -> int:
        return self.place + 1


class TotalsForm(forms.Form):
    """What was played, when, and what each player came to; lines without a name are passed over."""

    title = NameField(max_length=60, required=False, label=gettext_lazy("Game"))
    played_on = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[check_day],
    )
    wins = forms.ChoiceField(choices=WINS, label=gettext_lazy("Who wins"))
    # By it the form makes one play however often it is sent.
    play_id = HiddenUUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, data=None, *, game=None, people=(), **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.game = game
        typed = data or {f"player-{place}": name for place, name in enumerate(people)}
        self.seats: list[Line] = []
        self.lines: list[Line] = [
            Line(
                place,
                clean_name(typed.get(f"player-{place}", ""))[:LONGEST_NAME],
                as_typed(typed.get(f"total-{place}", "")),
                bool(typed.get(f"won-{place}")),
                offered=typed.get(f"offered-{place}", "") == typed.get(f"player-{place}", ""),
            )
            for place in range(MOST_SEATS)
        ]

    def clean(self):
        if not self.game and not self.cleaned_data.get("title"):
            raise ValidationError(_("Which game was it?"))
        wins = self.cleaned_data.get("wins")
        # Who was offered and has no total did not play.
        self.seats = [
            line for line in self.lines if line.player and (wins == "winner" or line.total or not line.offered)
        ]
        if fault := fault_of(self.seats, wins):
            raise ValidationError(fault)


def lately_here(group, game) -> list[str]:
    """The names of who sat at the group's newest play, of this game where one is named."""
    plays = group.plays.filter(deleted_at=None, **({"game_slug": game.slug} if game else {}))
    newest = plays.order_by("-played_on", "-pk").first()
    return [str(seat) for seat in newest.seats.at_table()][:MOST_SEATS] if newest else []


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
    return isinstance(value, int) and abs(value) <= MOST_OF_A_TOTAL


def sheet_for(group, title, wins, *, person) -> OwnSheet:
    """The group's sheet of totals for a game of this name, made where there is none yet."""
    wanted = totals_sheet(title, wins)
    for version in newest_versions(group).values():
        data = version.data
        if {**data, "title": ""} == {**wanted, "title": ""} and folded(str(data["title"])) == folded(title):
            return version.sheet
    return make(group, wanted, person=person)


def version_of(group, form, *, person) -> SheetVersion:
    """The version by which a play that a form tells of is kept: of a game that is known, or of one of this name."""
    asked = form.cleaned_data
    if form.game:
        return totals_version(group, form.game.slug, asked["wins"], person=person)
    return sheet_for(group, asked["title"], asked["wins"], person=person).newest


@transaction.atomic
def store(group, form: TotalsForm, *, person) -> Play:
    """The play that a form without errors tells of, over at once."""
    asked, names = form.cleaned_data, [line.player for line in form.seats]
    version = version_of(group, form, person=person)
    about = {"options": {}, "played_on": asked["played_on"], "version": version, "uuid": asked["play_id"]}
    play = lifecycle.start(version.game, person=person, group=group, names=names, **about)
    stage = play.game.stages[0]
    for seat, line in zip(play.seats.all(), form.seats, strict=True):
        has_won = {"winner__": "yes" if line.won else "no"}
        entries = has_won if asked["wins"] == "winner" else {"total": read_number(line.total)}
        sent = Sent(entries=entries, base=0, save_id=token_hex(16), is_in=True)
        save_holdings(play, seat, stage, sent, person=person)
    play = Play.objects.get(pk=play.pk)
    lifecycle.close_stage(play, stage, person=person)
    lifecycle.finish(play, person=person)
    return play
