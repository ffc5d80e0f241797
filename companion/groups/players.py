"""Changes of a group's players: renaming, merging, hiding, anonymizing and removing."""

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q
from django.utils import translation
from django.utils.translation import gettext as _

from companion.core.language.discs import free_colours, give_colours
from companion.core.publishing import end_streams_of_group, publish_revision
from companion.core.refusal import Refusal
from companion.models import Arrival, CardSave, Event, NamedMark, Play, Player, Seat
from companion.models.event_details import events_with_names, names_in
from companion.rules.kit import Problem, gettext
from companion.rules.scoring.checking import same_name

from .founding import lock_group


def with_plays(group):
    """Return the group's players, the most frequent first, annotated with `plays`, the number of finished ones."""
    seen = Q(
        seats__removed_at__isnull=True, seats__play__deleted_at__isnull=True, seats__play__state=Play.State.FINISHED
    )
    has_seat = Exists(Seat.objects.filter(player=OuterRef("pk")))
    return group.players.annotate(plays=Count("seats", filter=seen), has_seat=has_seat).order_by("-plays", "pk")


def namesake(player, name) -> Player | None:
    """Return the other player of the group with this name in any spelling, or None."""
    return player.group.players.filter(folded_name=same_name(name)).exclude(pk=player.pk).first()


def refuse_taken_name(player, name):
    """Raise Refusal if another player of the group has this name."""
    lock_group(player.group)
    if other := namesake(player, name):
        raise Refusal([Problem("same_name", gettext("There’s already a player called %(player)s.", player=other.name))])


@transaction.atomic
def add(group, name, colour=0) -> Player:
    """Add a player in a free colour. Raises Refusal if the name is taken."""
    player = Player(group=group, name=name.strip(), colour=colour)
    refuse_taken_name(player, name)
    give_colours([player], group.players.all())
    player.save()
    return player


@transaction.atomic
def rename(player, name):
    """Rename a player, also in change histories. Raises Refusal if the name is taken."""
    refuse_taken_name(player, name)
    before, player.name = player.folded_name, name.strip()
    player.save()
    replace_names(player.group, {before}, player.name)
    notify_phones(player)


@transaction.atomic
def recolour(player, colour):
    """Change a player's colour, unless another player has it."""
    lock_group(player.group)
    others = player.group.players.exclude(pk=player.pk).values_list("colour", flat=True)
    if colour != player.colour and colour in free_colours(others):
        player.colour = colour
        player.save(update_fields=["colour"])
        notify_phones(player)


@transaction.atomic
def hide(player, *, hidden):
    """Hide a player from new plays, or show them again."""
    player.is_hidden = hidden
    player.save(update_fields=["is_hidden"])


def shared_plays(one, two):
    """Return the plays with both players, including deleted ones that can be restored; the newest first."""
    plays = one.group.plays.filter(Q(deleted_at__isnull=True) | Q(pk__in=one.group.plays.deleted()))
    sits = [Exists(Seat.objects.at_table().filter(play=OuterRef("pk"), player=player)) for player in (one, two)]
    return plays.filter(*sits).order_by("-played_on", "-pk")


@transaction.atomic
def merge(player, into):
    """Merge two players into one with the name of `into`.

    Raises Refusal if they have played together.
    """
    lock_group(player.group)
    if shared_plays(player, into).exists():
        text = gettext("%(one)s and %(two)s have played together.", one=player.name, two=into.name)
        raise Refusal([Problem("played_together", text)])
    player.seats.update(player=into)
    player.aliases.update(player=into)
    NamedMark.objects.bulk_create(
        (NamedMark(player=into, game_slug=mark.game_slug, kind=mark.kind) for mark in player.marks.all()),
        ignore_conflicts=True,
    )
    player.delete()
    into.person = into.person or player.person
    into.is_hidden = into.is_hidden and player.is_hidden
    into.save()
    replace_names(into.group, {player.folded_name}, into.name)
    notify_phones(into)


@transaction.atomic
def make_anonymous(player):
    """Remove a player's name everywhere, for good: they are called "Player 7", and nobody can claim the name."""
    names = find_former_names(player)
    player.name, player.person = neutral_name(player.group), None
    player.is_hidden = player.is_anonymous = True
    player.save()
    # Names in other programs are names, too.
    player.aliases.all().delete()
    player.marks.all().delete()
    # Ended first, so that pages ask for permission before they get the change, as in `seats.take`.
    end_streams_of_group(player.group)
    player.seats.update(person=None)
    replace_names(player.group, names, player.name)
    notify_phones(player)


def neutral_name(group) -> str:
    """Return the first free name of "Player 1", "Player 2", … in the group's language."""
    known = set(group.players.values_list("folded_name", flat=True))
    with translation.override(group.language or settings.LANGUAGE_CODE):
        names = (_("Player %(number)s") % {"number": number} for number in range(1, len(known) + 2))
        return next(name for name in names if same_name(name) not in known)


def refuse_who_played(player):
    """Raise Refusal if the player has a seat in any play."""
    if player.seats.exists():
        text = gettext("%(player)s has already played, and those plays stay.", player=player.name)
        raise Refusal([Problem("has_played", text)])


@transaction.atomic
def remove(player):
    """Delete a player who never played. Raises Refusal otherwise."""
    refuse_who_played(player)
    player.delete()


def find_former_names(player) -> set[str]:
    """Return a player's folded names in change histories: the current one, and mistyped ones of their seats."""
    others = set(player.group.players.exclude(pk=player.pk).values_list("folded_name", flat=True))
    names = {player.folded_name}
    for event in events_with_names(player.group):
        named = names_in(event)
        if same_name(named.get("player", "")) in names:
            names |= {same_name(named.get("was", player.name))} - others
    return names


def replace_names(group, folded_names, name):
    """Replace these names in all that is stored about plays, so that nothing shows or restores the former name."""
    replace_in_events(group, folded_names, name)
    replace_in_saves(group, folded_names, name)
    replace_in_former_plays(group, folded_names, name)


def replace_in_events(group, folded_names, name):
    """Replace these names in events; an event that would only say "Anna is called Anna" is deleted."""
    changed = []
    for event in events_with_names(group):
        named = names_in(event)
        new = {key: name for key, former in named.items() if same_name(former) in folded_names}
        if new.items() - named.items():
            event.details |= new
            changed.append(event)
    void = [event.pk for event in changed if event.details.get("player") == names_in(event).get("was", 0)]
    Event.objects.filter(pk__in=void).delete()
    Event.objects.bulk_update([event for event in changed if event.pk not in void], ["details"], batch_size=500)


def replace_in_saves(group, folded_names, name):
    """Replace these names where an imported save names its author."""
    saves = CardSave.objects.filter(seat__play__group=group).exclude(by="")
    authors = [by for by in saves.values_list("by", flat=True).distinct() if same_name(by) in folded_names]
    saves.filter(by__in=authors).update(by=name)


def replace_in_former_plays(group, folded_names, name):
    """Replace these names in former states of imported plays."""
    changed = []
    for arrival in Arrival.objects.filter(play__group=group).exclude(before=[]):
        seats = [seat for former in arrival.before for seat in former["play"]["seats"]]
        theirs = [seat for seat in seats if same_name(seat["player"]) in folded_names]
        for seat in theirs:
            seat["player"] = name
        changed += [arrival] if theirs else []
    Arrival.objects.bulk_update(changed, ["before"], batch_size=500)


def notify_phones(player):
    """Notify the phones that show an open play of this player."""
    plays = Play.objects.filter(pk__in=player.seats.values("play"), state=Play.State.OPEN)
    plays.update(revision=F("revision") + 1)
    for play in plays.only("uuid", "revision"):
        publish_revision(play)
