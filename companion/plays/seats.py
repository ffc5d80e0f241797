"""What happens to the seats of a play: one comes, goes, comes back, moves or takes another name; a phone takes some."""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from companion.access import phones
from companion.core.publishing import end_streams_of_play
from companion.core.refusal import Refusal
from companion.entry.shared_cards import card_names, teams_of
from companion.groups.founding import seat_players
from companion.groups.members import is_home_of
from companion.models import Event, Play, Player, Seat
from companion.rules.kit import Problem, gettext, ngettext
from companion.rules.scoring.checking import same_name

from .forms import is_one_card
from .lifecycle import lock, lock_open


def refuse_name(play, name, *, but=None):
    """Raise Refusal where another seat of the play already has this name."""
    if any(same_name(seat.player.name) == same_name(name) for seat in play.seats.at_table() if seat != but):
        raise Refusal([Problem("same_name", gettext("Two players are called %(player)s.", player=name.strip()))])


def record(play, person, what, seat, **more):
    details = {"what": what, "seat": seat.pk, "player": seat.player.name, **more}
    Event.objects.create(play=play, kind=Event.Kind.SEATS, details=details, person=person)
    play.touch()


@transaction.atomic
def add(play, name, *, person, place=None) -> Seat:
    """One more seat, at the end. Raises Refusal where the game has no more, or the name is taken.

    `place` is where it was to come: if this name sits there, it was added already.
    """
    lock_open(play)
    seats = list(play.seats.at_table())
    if place is not None and place < len(seats) and same_name(seats[place].player.name) == same_name(name):
        return seats[place]
    if len(seats) + 1 not in play.game.seats:
        raise Refusal([too_many(play)])
    refuse_name(play, name)
    (player,) = seat_players(play.group, [name])
    gone = play.seats.filter(player=player).first()
    if gone:
        return put_back(play, gone, person=person)
    seat = Seat.objects.create(play=play, player=player, position=1 + max(seat.position for seat in seats))
    record(play, person, "add", seat)
    return seat


def too_many(play):
    text = ngettext(
        "%(game)s is for at most %(number)s player.",
        "%(game)s is for at most %(number)s players.",
        play.game.seats[-1],
        game=play.game.title,
    )
    return Problem("seats", text)


@transaction.atomic
def rename(play, seat, name, *, person):
    """Let another name sit here; one that never played anywhere, and is nobody's, goes with it."""
    lock_open(play)
    seat.refresh_from_db()
    if seat.player.name == name.strip():
        return
    refuse_name(play, name, but=seat)
    before, was = seat.player, seat.player.name
    if same_name(before.name) == same_name(name):
        before.name = name.strip()
        before.save(update_fields=["name", "folded_name"])
    else:
        (seat.player,) = seat_players(play.group, [name])
        seat.save(update_fields=["player"])
        Player.objects.filter(pk=before.pk, seats__isnull=True, person__isnull=True).delete()
    record(play, person, "rename", seat, was=was)


@transaction.atomic
def move_up(play, seat, *, person, place=None):
    """Change places with the seat before; not if the seat has left its `place`, where that is given."""
    lock_open(play)
    seats = list(play.seats.at_table())
    now = seats.index(seat) if seat in seats else 0
    if now == 0 or place not in (None, now):
        return
    seats[now - 1], seats[now] = seats[now], seats[now - 1]
    for position, each in enumerate(seats):
        each.position = position
    Seat.objects.bulk_update(seats, ["position"])
    record(play, person, "move", seat)


@transaction.atomic
def take_away(play, seat, *, person):
    """Take a seat from the table with what it entered; it can be put back. Raises Refusal below the game's fewest."""
    lock_open(play)
    seat.refresh_from_db()
    if seat.removed_at:
        return
    if len(play.seats.at_table()) - 1 not in play.game.seats:
        text = ngettext(
            "%(game)s needs at least %(number)s player.",
            "%(game)s needs at least %(number)s players.",
            play.game.seats[0],
            game=play.game.title,
        )
        raise Refusal([Problem("seats", text)])
    seat = leave_card(play, seat)
    seat.removed_at = timezone.now()
    seat.save(update_fields=["removed_at"])
    end_streams_of_play(play)
    record(play, person, "remove", seat)


def leave_card(play, seat) -> Seat:
    """The seat that goes in the place of one that shares its card with others: what it has entered stays theirs."""
    team = next(team for team in teams_of(play.game, play.seats.at_table()) if seat in team)
    other = next((each for each in team if each != seat and not each.saves.exists()), None)
    if other is None or not seat.saves.exists():
        return seat
    seat.player, other.player = other.player, seat.player
    Seat.objects.bulk_update([seat, other], ["player"])
    return other


@transaction.atomic
def change_team(play, seat, team, *, person):
    """Put a seat into the team of this number, 0 for none.

    Raises Refusal where nobody would be left to play against, or its team needs what was entered at this seat.
    """
    lock_open(play)
    seats = list(play.seats.at_table())
    if not play.game.teams or seat not in seats or seat.team == team:
        return
    if is_one_card([team if each == seat else each.team for each in seats]):
        text = gettext("Everyone is on the same team, so there are no opponents.")
        raise Refusal([Problem("one_team", text)])
    shares = seat.team and any(each.team == seat.team for each in seats if each != seat)
    if seat.saves.exists() and shares:
        text = gettext(
            "%(player)s’s team has already started scoring, so the score sheet stays with this player.",
            player=seat.player.name,
        )
        raise Refusal([Problem("team", text)])
    was, seat.team = seat.team, team
    seat.save(update_fields=["team"])
    record(play, person, "team", seat, was=was, team=team)


@transaction.atomic
def put_back(play, seat, *, person) -> Seat:
    """Put a seat back with all it had entered. Raises Refusal where the table is full or the name taken."""
    lock_open(play)
    seat.refresh_from_db()
    if not seat.removed_at:
        return seat
    if len(play.seats.at_table()) + 1 not in play.game.seats:
        raise Refusal([too_many(play)])
    refuse_name(play, seat.player.name)
    seat.removed_at = None
    seat.save(update_fields=["removed_at"])
    record(play, person, "back", seat)
    return seat


@transaction.atomic
def take(play, seats, *, person):
    """This person's phone enters these seats from now on, and no others. Who had them is told, and offered them."""
    lock(play)
    chosen = play.seats.filter(pk__in=[seat.pk for seat in seats])
    names = card_names(play.game, list(play.seats.at_table()))
    taken = chosen.exclude(person=None).exclude(person=person)
    for seat in taken.select_related("player"):
        phones.leave_notice(seat.person_id, what="seat", name=names.get(seat.pk, seat.player.name), play=str(play.uuid))
    taken.filter(former=None).update(former=F("person"))
    chosen.filter(former=person).update(former=None)
    play.seats.filter(person=person).update(person=None)
    chosen.update(person=person)
    # Who enters which column is each page's own, so all of them ask. They are told first: a page that already has the
    # new revision would get no answer.
    end_streams_of_play(play)
    play.touch()


@transaction.atomic
def go_on(play, again, *, person):
    """This person's phone enters in a rematch what was its own in the play before, where nobody else does yet."""
    lock(again)
    players = [seat.player_id for seat in play.seats.at_table() if is_home_of(seat, person)]
    if again.seats.filter(player__in=players, person=None).update(person=person):
        end_streams_of_play(again)
        again.touch()


def rematch_of(play):
    """The open play that was started as this one's rematch; None where there is none."""
    after = Event.objects.filter(kind=Event.Kind.START, details__after=play.pk).values("play")
    later = Play.objects.filter(group=play.group_id, pk__in=after, pk__gt=play.pk, deleted_at=None)
    return later.filter(state=Play.State.OPEN).order_by("pk").first()
