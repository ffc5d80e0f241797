"""Keys that grant access, and counts of attempts."""

import secrets

from django.db import models
from django.utils import timezone

from .people import Group, Person
from .plays import Play
from .sealing import digest_of, seal, unseal
from .sheets import OwnSheet

# An older Caravan stored the group of links to plays and custom games, too.
TO_A_GROUP = models.Q(play=None, sheet=None)


def new_key() -> str:
    """Return about 190 random bits as text, with a letter or digit at both ends: people lose other characters there."""
    while True:
        key = secrets.token_urlsafe(24)
        if key[0].isalnum() and key[-1].isalnum():
            return key


def fresh_key() -> dict:
    """Return the field values of a link with a new key."""
    key = new_key()
    return {"digest": digest_of(key), "sealed": seal(key)}


class Link(models.Model):
    """A key that grants access to its holder, until it is renewed.

    An invitation adds a member to its group, a table link lets people enter a play's scores, a watch link only shows
    the play. A recovery link signs a phone in as its person. A LET_IN link is created on the host's machine, works once
    (`used_at`) and for a short time, and makes its user an owner of all groups. A sheet's link shows the sheet, for
    others to copy. A result's link shows how one play ended, with all names or only the winner's (`winner_only`). A
    calendar's link returns the game nights of its group to a calendar app.
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
        # One link of each kind for each target.
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
        """The link's key; None if it was sealed with an unknown secret key."""
        return unseal(self.sealed)


class TableCode(models.Model):
    """Six characters that lead to a table's link while someone has its page open, for at most 15 minutes."""

    code = models.CharField(max_length=6, unique=True)
    link = models.ForeignKey(Link, models.CASCADE, related_name="codes")
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)


class Tries(models.Model):
    """The number of attempts in a window of time, by action and client, to limit them."""

    key = models.CharField(max_length=100, unique=True)
    count = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
