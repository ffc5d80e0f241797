"""People with phones, their groups, and a group's players."""

import datetime
import uuid

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from companion.core.language.texts import listed
from companion.rules.scoring.checking import same_name

from .coming import Here, import_it_comes_with


class PersonManager(BaseUserManager["Person"]):
    """Creates people who have only a cookie."""

    def create_visitor(self):
        person = self.model()
        person.set_unusable_password()
        person.save()
        return person

    def get_by_natural_key(self, username):
        """Return the person who signs in with this name, in any spelling."""
        return self.get(folded_name=same_name(username))


class Person(AbstractBaseUser):
    """A person with a phone, identified only by a cookie until they choose a way to sign in."""

    name = models.CharField(_("name"), max_length=60, unique=True, null=True, blank=True)
    folded_name = models.CharField(max_length=180, unique=True, null=True, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    last_login = None

    USERNAME_FIELD = "name"
    objects = PersonManager()

    def __str__(self):
        return self.name or f"visitor {self.pk}"

    def save(self, *args, **kwargs):
        self.folded_name = same_name(self.name) if self.name else None
        super().save(*args, **kwargs)

    @property
    def can_sign_in(self):
        """Return whether they can sign in on any phone: with a name and password, a passkey or an outside account."""
        return bool(self.name) or self.passkeys.exists() or self.outside_accounts.exists()


class Passkey(models.Model):
    """A person's passkey, stored on a phone or in its owner's account.

    `credential_id` is unpadded base64url; `sign_count` goes up with each use if the phone counts.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="passkeys")
    credential_id = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    sign_count = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self):
        return f"passkey of {self.person}"


class OutsideAccount(models.Model):
    """A person's account at the host's own sign-in provider.

    `issuer` is the provider's URL, empty for the host's proxy; `subject` is unique within it.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="outside_accounts")
    issuer = models.CharField(max_length=200, blank=True)
    subject = models.CharField(max_length=255)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="outside_account_once")]

    def __str__(self):
        return f"outside account of {self.person}"


class Group(models.Model):
    """People who play together, named after its players until someone gives it a name.

    `time_zone` is an IANA name, empty for the server's. `options` has the last agreed options by game:
    `{slug: {option: value}}`. A deleted group (`deleted_at`) is hidden; its owners can restore it for a while.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100, blank=True)
    language = models.CharField(max_length=10, blank=True)
    time_zone = models.CharField(max_length=50, blank=True)
    options = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)
    people = models.ManyToManyField(Person, through="Member", related_name="groups")

    def __str__(self):
        return (
            self.name
            or listed(player.name for player in self.players.all() if not player.is_hidden)
            or gettext("New group")
        )


class Member(models.Model):
    """A person's place in a group."""

    class Role(models.TextChoices):
        OWNER = "owner"
        MEMBER = "member"

    group = models.ForeignKey(Group, models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "person"], name="member_once")]

    def __str__(self):
        return f"{self.person} in {self.group}: {self.role}"


class Removal(models.Model):
    """A person whom others have removed from a group, so that the page can say so; deleted when they join again."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="removals")
    person = models.ForeignKey(Person, models.CASCADE, related_name="removals")

    def __str__(self):
        return f"{self.person} removed from {self.group}"


class Player(models.Model):
    """A name in a group. `folded_name` is the same for all spellings of a name.

    `colour` is that of their disc, from 1 to 8; up to eight players have different ones. `person` has said "this is me"
    of the name. A hidden player isn't offered for new plays. An anonymous one has lost their name for good. A player of
    an import in progress (`coming_with`) has a placeholder as `folded_name`.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=60)
    folded_name = models.CharField(max_length=180, editable=False)
    colour = models.PositiveSmallIntegerField(default=0, db_default=0)
    is_hidden = models.BooleanField(default=False)
    is_anonymous = models.BooleanField(default=False)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="players")
    coming_with = import_it_comes_with()
    # The number of finished plays, if the query is annotated with it.
    plays: int
    # True if the player has just been created for a new name.
    is_new = False

    objects, everybody = Here(), models.Manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["group", "folded_name"], name="player_once"),
            models.UniqueConstraint(fields=["group", "person"], name="player_person_once"),
        ]

    def __str__(self):
        return self.name

    def save(self, *args, **kwargs):
        self.folded_name = same_name(self.name)
        super().save(*args, **kwargs)


UNDO_DELETE_WITHIN = datetime.timedelta(days=30)
