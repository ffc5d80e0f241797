"""The scorepads of many plays."""

from collections import defaultdict

from django.db.models import F

from companion.models import CardSave, Seat

from .scorepad import Scorepad


def scorepads(plays):
    """The scorepads of several plays, read in two queries for all of them."""
    seats, rows = defaultdict(list), defaultdict(list)
    for seat in Seat.objects.at_table().filter(play__in=plays):
        seats[seat.play_id].append(seat)
    for row in CardSave.objects.newest().filter(seat__play__in=plays).annotate(play=F("seat__play")):
        rows[row.play].append(row)
    return [Scorepad(play, seats[play.pk], rows[play.pk]) for play in plays]
