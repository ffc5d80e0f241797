"""Keys that let people in, and how often something may be tried."""

import secrets

from django.db import models
from django.utils import timezone

from .people import Group, Person
from .plays import Play
from .sealing import digest_of, seal, unsealed
from .sheets import OwnSheet

# An older Caravan stored the group of links to plays and custom games, too.
TO_A_GROUP = models.Q(play=None, sheet=None)


def new_key() -> str:
    """Some 190 random bits as text for a link, with a letter or digit at both ends: people lose other characters."""
    while True:
        key = secrets.token_urlsafe(24)
        if key[0].isalnum() and key[-1].isalnum():
            return key


def fresh_key() -> dict:
    """The fields of a link that has a new key."""
    key = new_key()
    return {"digest": digest_of(key), "sealed": seal(key)}


class Link(models.Model):
    """A key that lets whoever has it do something, until it is renewed.

    An invitation makes a member of its group, a table link enters the holdings of one play, a watch link only sees
    it. A recovery link makes a phone its person again. A link to let in is made at the machine itself, good once
    (`used_at`) and for a short time, and makes an owner of all its groups. A sheet's link shows that sheet, so that
    others take it. A result's link shows how one play ended, with the winner's name alone (`winner_only`) or with all.
    A calendar's link gives the evenings of its group to a calendar that asks for them again and again.
    """

    class Kind(models.TextChoices):
        INVITE = "invite"
        TABLE = "table"
        WATCH = "watch"
        RECOVERY = "recovery"
        LET_IN = "let_in"
        SHEET = "sheet"
        RESULT = "result"
        CALENDAR = "calendar"

    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.CharField(max_length=64, unique=True)
    sealed = models.CharField(max_length=250)
    group = models.ForeignKey(Group, models.CASCADE, null=True, blank=True, related_name="links")
    play = models.ForeignKey(Play, models.CASCADE, null=True, blank=True, related_name="links")
    person = models.ForeignKey(Person, models.CASCADE, null=True, blank=True, related_name="links")
    sheet = models.ForeignKey(OwnSheet, models.CASCADE, null=True, blank=True, related_name="links")
    winner_only = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        # What a link leads to has one of each kind.
        constraints = [
            models.UniqueConstraint(fields=["kind", "group"], name="link_to_group_once", condition=TO_A_GROUP),
            models.UniqueConstraint(fields=["kind", "play"], name="link_of_play_once"),
            models.UniqueConstraint(fields=["kind", "person"], name="link_of_person_once"),
            models.UniqueConstraint(fields=["kind", "sheet"], name="link_of_sheet_once"),
        ]

    def __str__(self):
        return f"{self.kind} link {self.pk}"

    @property
    def key(self) -> str | None:
        """What opens the link; None where it was sealed with another secret key: then only whoever has it knows it."""
        return unsealed(self.sealed)


class TableCode(models.Model):
    """Six signs that lead to a table's link while somebody has its page open, and never longer than 15 minutes."""

    code = models.CharField(max_length=6, unique=True)
    link = models.ForeignKey(Link, models.CASCADE, related_name="codes")
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)


class Tries(models.Model):
    """How often something was tried in a window of time, by whom, to limit it."""

    key = models.CharField(max_length=100, unique=True)
    count = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
