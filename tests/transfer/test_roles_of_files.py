"""Roles, variants and first players come in from BG Stats and tables, and go back as they came."""

import json

from companion.models import Arrival, Seat
from tests.phones import again, an_empty_group
from tests.plays.test_roles import a_result, told
from tests.plays.test_sitting import bring

from .bgstats import a_file, a_play, as_bytes
from .test_imports import brought, undo
from .test_tables_in_a_group import imported
from .test_there_and_back import gone_out, phone_for


def scythe():
    """A file of BG Stats with a play that has a board, roles and a start player."""
    play = a_play(game="Scythe", more={"board": "Modular board"}, anna="60*", ben="40")
    file = a_file(play)
    anna, ben = file["plays"][0]["playerScores"]
    anna |= {"role": "Krim", "startPlayer": True}
    ben |= {"role": "Clan Albion / Mechanical", "startPlayer": False}
    return file


def test_bg_stats_brings_them_and_gets_them_back_as_they_were(group):
    brought(phone_for(group), group, as_bytes(scythe()))
    play = group.plays.get()
    assert told(play) == (
        "Modular board",
        [("Anna", "crimea", True), ("Ben", "Clan Albion / Mechanical", False)],
    )
    [out] = json.loads(gone_out(group))["plays"]
    assert out["board"] == "Modular board"
    assert [(seat["role"], seat["startPlayer"]) for seat in out["playerScores"]] == [
        ("Krim", True),
        ("Clan Albion / Mechanical", False),
    ]


def test_what_was_changed_here_goes_to_bg_stats(group):
    brought(phone_for(group), group, as_bytes(scythe()))
    play = group.plays.get()
    play.seats.filter(player__name="Anna").update(role="saxony", is_first=None)
    play.touch(variant=None)
    [out] = json.loads(gone_out(group))["plays"]
    anna, _ben = out["playerScores"]
    assert (out["board"], anna["role"], anna["startPlayer"]) == ("", "Saxony Empire", False)


def test_own_table_brings_them_into_another_group(group, db):
    play = a_result()
    imported(phone_for(group), group, gone_out(play.group, "plays"), "plays.csv")
    assert told(group.plays.get()) == told(again(play))


def test_table_with_a_row_for_each_play_names_its_first_player(group):
    content = (
        "Date,Game,Map,First player,Player 1,Score 1,Role 1,Player 2,Score 2,Role 2\n"
        "2024-05-01,Scythe,Fenris,Ben,Anna,60,Krim,Ben,40,-\n"
    )
    imported(phone_for(group), group, content.encode(), "plays.csv")
    assert told(group.plays.get()) == ("Fenris", [("Anna", "crimea", False), ("Ben", None, True)])
    assert Seat.objects.count() == 2


def forget(play):
    """Remove from a play of our own file what versions without roles left to its origin alone."""
    play.pop("variant", None)
    for seat in play["seats"]:
        seat.pop("role", None)
        seat.pop("first", None)


def test_own_file_of_a_version_without_roles_brings_them_from_its_origin(group, db):
    brought(phone_for(group), group, as_bytes(scythe()))
    about = told(group.plays.get())
    plays = json.loads(gone_out(group, "caravan"))
    forget(plays[-1])
    other = an_empty_group()
    bring(json.dumps(plays).encode(), other)
    assert told(other.plays.get()) == about
    [out] = json.loads(gone_out(other))["plays"]
    assert (out["board"], [seat["role"] for seat in out["playerScores"]]) == (
        "Modular board",
        ["Krim", "Clan Albion / Mechanical"],
    )


def test_undo_of_an_update_by_a_version_without_roles_brings_them_back(group):
    phone, changed = phone_for(group), scythe()
    brought(phone, group, as_bytes(scythe()))
    about = told(group.plays.get())
    changed["plays"][0]["playerScores"][0] |= {"role": "Saxony Empire", "score": "61"}
    brought(phone, group, as_bytes(changed))
    assert told(group.plays.get()) != about
    arrival = Arrival.objects.get()
    forget(arrival.before[0]["play"])
    arrival.save(update_fields=["before"])
    undo(phone, group)
    assert told(group.plays.get()) == about
