"""Every field that is stored is either in a group's own file or left out for a reason that is written here."""

import datetime
from decimal import Decimal

import pytest
from django.apps import apps

from companion.models import Event, Mark, NamedMark, Person, SheetVersion
from companion.models.sheets import add_sheet
from companion.rules.library import sheet
from companion.transfer.caravan.history import CARD, DETAILS
from tests.phones import a_play, count, finished, owner_of, pass_time, seat_of
from tests.photos.samples import photo_of
from tests.transfer.test_complete_export import BEANS, file_of

LATER = datetime.datetime(2026, 11, 25, 20, 15, tzinfo=datetime.UTC)
AN_ID = "8b0c6a5e-3f1d-4c1e-9a57-0123456789ab"

# What else a field can hold, so that the file says something else.
IN_THE_FILE = {
    "Event": {
        "at": LATER,
        "details": {"stage": "2"},
        "kind": Event.Kind.REOPEN,
        "person": lambda row: row.play.group.players.get(name="Anna").person,
        "play": lambda row: row.play.group.plays.exclude(pk=row.play_id).first(),
    },
    "Group": {"options": {"tuareg": {"points_gold": 9}}},
    "CardSave": {
        "amounts": {"water": 2},
        "at": LATER,
        "by": "Zoë",
        "fate": "settled",
        "is_in": False,
        "person": lambda row: row.seat.play.group.players.get(name="Anna").person,
        "puts_back": True,
        "refused": {"gold": "12a"},
        "revision": 9,
        "seat": lambda row: row.seat.play.seats.exclude(pk=row.seat_id).first(),
        "stage": "2",
    },
    "Mark": {
        "game_slug": "basari",
        "kind": "liked",
        "person": lambda row: row.group.players.get(name="Ben").person,
    },
    "NamedMark": {
        "game_slug": "basari",
        "kind": "liked",
        "player": lambda row: row.player.group.players.exclude(pk=row.player_id).first(),
    },
    "OwnSheet": {"is_hidden": True, "slug": "own-1", "totals_of": "tuareg"},
    "Photo": {
        "caption": "The last round",
        "deleted_at": LATER,
        "origin": AN_ID,
        "play": lambda row: row.play.group.plays.exclude(pk=row.play_id).first(),
        "uuid": AN_ID,
    },
    "Play": {
        "by_row": True,
        "closed_stages": 1,
        "created_at": LATER,
        "deleted_at": LATER,
        "game_slug": "basari",
        "group": lambda row: None,
        "minutes": 95,
        "notes": "Rain",
        "options": {"points_water": 9},
        "place": "at home",
        "played_on": datetime.date(2026, 11, 25),
        "rounds_over": True,
        "sheet": lambda row: SheetVersion.objects.first(),
        "state": "stopped",
        "struck": lambda row: None,
        "uuid": AN_ID,
        "variant": "Night map",
    },
    "Player": {"colour": 8, "is_anonymous": True, "is_hidden": True, "name": "Zoë", "person": lambda row: None},
    "Seat": {
        "is_first": True,
        "is_winner": False,
        "player": lambda row: row.play.group.players.exclude(seats__play=row.play).first(),
        "points": Decimal(3),
        "position": 7,
        "rank": 4,
        "removed_at": LATER,
        "role": "Nomad",
        "team": lambda row: None,
    },
    "SheetVersion": {"data": BEANS, "number": 3},
}
# These change nothing by themselves or can't be changed alone: the round trip of every kind of play checks them.
SEEN_ELSEWHERE = {"Play.struck", "Play.group", "Player.person", "Seat.team", "Play.sheet", "OwnSheet.totals_of"}

A_PHONES, OF_ITSELF = "of a phone", "follows from what is in the file"
A_STRANGERS = "nobody in another group is that person"
A_WAY = "how something came here, not what it is"
LEFT_OUT = {
    "Alias": "what names of other programs mean: as far as plays need it, it is in their `origin`",
    "ApiKey": "a person's",
    "Arrival": "its `key`, `digest` and `rest` are a play's `origin`; the rest undoes an import into this group",
    "Card": "its newest save, which is in the file",
    "Export": "a file that was made",
    "Import": "under way",
    "Ladder": OF_ITSELF,
    "Link": "a key to this group",
    "Member": A_STRANGERS,
    "NotificationAddress": "a key to send to an address of this group",
    "OutsideAccount": "a person's",
    "Passkey": "a person's",
    "Person": A_STRANGERS,
    "Removal": A_STRANGERS,
    "SentPhoto": "on its way to a photo",
    "Session": A_PHONES,
    "TableCode": "a key to a table",
    "Tries": "a limit of this site",
    "Upload": "the list of imports into this group, and what undoes them",
    "Group": {
        "created_at": "of this group",
        "deleted_at": "a deleted group can't be exported",
        "language": "the group that imports has its own",
        "name": "the group that imports has its own; the file is named after it",
        "time_zone": "the group that imports has its own",
        "uuid": "of this group",
    },
    "CardSave": {
        "changed": OF_ITSELF,
        "lasting": OF_ITSELF,
        "save_id": A_PHONES,
        "sent": A_PHONES,
        "starts": OF_ITSELF,
    },
    "Mark": {"group": "a mark counts in all groups of its person"},
    "OwnSheet": {
        "coming_with": "under way",
        "created_at": A_WAY,
        "group": "of this group",
        "person": A_STRANGERS,
    },
    "Photo": {
        "created_at": "of the picture, which has a file of its own",
        "digest": "of the picture, which has a file of its own",
        "height": "of the picture, which has a file of its own",
        "person": A_STRANGERS,
        "width": "of the picture, which has a file of its own",
    },
    "Play": {
        "changed_at": A_WAY,
        "coming_with": "under way",
        "high_score": OF_ITSELF,
        "revision": "counts what phones have noticed",
        "searchable": OF_ITSELF,
    },
    "Player": {"coming_with": "under way", "folded_name": OF_ITSELF, "group": "of this group"},
    "Seat": {
        "former": A_PHONES,
        "lines": OF_ITSELF,
        "person": A_PHONES,
        "play": "a seat stays in its play",
        "took": OF_ITSELF,
        "tier": OF_ITSELF,
    },
    "SheetVersion": {"at": A_WAY, "person": A_STRANGERS, "sheet": "a version stays with its game"},
}
FIELDS = [
    (model, name) for model, fields in IN_THE_FILE.items() for name in fields if f"{model}.{name}" not in SEEN_ELSEWHERE
]


def fields_of(model) -> set[str]:
    """Return the fields of a model, but for the number of its row."""
    return {field.name for field in model._meta.concrete_fields if field.name != "id"}


def test_each_field_is_in_the_file_or_left_out_for_a_reason():
    for model in apps.get_app_config("companion").get_models():
        name, why_not = model.__name__, LEFT_OUT.get(model.__name__, {})
        in_the_file = set(IN_THE_FILE.get(name, {}))
        if isinstance(why_not, str):
            assert not in_the_file
            continue
        assert not in_the_file & why_not.keys()
        assert in_the_file | why_not.keys() == fields_of(model), f"Is a new field of {name} in the group's file?"


def test_each_kind_of_event_is_in_the_file():
    assert DETAILS.keys() - {CARD} == set(Event.Kind) - {Event.Kind.IMPORT}


@pytest.fixture
def group():
    """A group with a row of each model that is in its file."""
    play = a_play(names=("Anna", "Ben", "Chris"))
    group, person = play.group, owner_of(play)
    for name in ("Anna", "Ben"):
        its = Person.objects.create_visitor()
        group.members.create(person=its)
        group.players.filter(name=name).update(person=its)
    count(play, anna={"water": 4})
    pass_time(play, seconds=3600)
    count(play, anna={"water": 3})
    finished(group=group, owner=person, names=("Anna", "Dora"), cards={"anna": {"water": 4}})
    Mark.objects.create(group=group, person=group.players.get(name="Anna").person, game_slug="tuareg", kind="owned")
    NamedMark.objects.create(player=group.players.get(name="Chris"), game_slug="tuareg", kind="owned")
    add_sheet(group, sheet("azul"), slug="azul", person=person)
    photo_of(play, person=person)
    return group


def row_of(group, model):
    """The row whose fields are changed: those of plays are of the open one."""
    play = group.plays.earliest("pk")
    return {
        "Event": lambda: play.events.create(kind=Event.Kind.CLOSE, details={"stage": "1"}),
        "Group": lambda: group,
        "CardSave": lambda: seat_of(play, "Anna").saves.earliest("pk"),
        "Mark": Mark.objects.get,
        "NamedMark": NamedMark.objects.get,
        "OwnSheet": lambda: group.sheets.get(),
        "Photo": lambda: play.photos.get(),
        "Play": lambda: play,
        "Player": lambda: group.players.get(name="Ben"),
        "Seat": lambda: group.plays.latest("pk").seats.first(),
        "SheetVersion": lambda: group.sheets.get().newest,
    }[model]()


@pytest.mark.parametrize(("model", "name"), FIELDS)
def test_a_field_that_changes_changes_the_file(group, model, name):
    row, other = row_of(group, model), IN_THE_FILE[model][name]
    before = file_of(group)
    value = other(row) if callable(other) else other
    type(row)._base_manager.filter(pk=row.pk).update(**{name: value})
    group.refresh_from_db()
    assert file_of(group) != before
