"""What a group has with a game: its members' marks on it, and how strong its players are at it."""

from django.db import models

from .people import Group, Person, Player


class Mark(models.Model):
    """What a member has with a game, as the others of the group see it."""

    class Kind(models.TextChoices):
        OWNED = "owned"
        LIKED = "liked"
        WANTED = "wanted"
        PLAYED = "played"

    group = models.ForeignKey(Group, models.CASCADE, related_name="marks")
    person = models.ForeignKey(Person, models.CASCADE, related_name="marks")
    game_slug = models.SlugField(db_column="game")
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "person", "game_slug", "kind"], name="mark_once")]

    def __str__(self):
        return f"{self.game_slug} is {self.kind} by {self.person}"


class NamedMark(models.Model):
    """A mark that came with a group's file: of whoever has this name elsewhere, as long as nobody here is that person.

    Once somebody says of the name "this is me", it counts as theirs in the name's group. No database watches the key:
    an older Caravan, which knows nothing of these rows, can delete the player. Such a mark counts nowhere.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="marks", db_constraint=False)
    game_slug = models.SlugField(db_column="game")
    kind = models.CharField(max_length=10, choices=Mark.Kind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game_slug", "kind"], name="named_mark_once")]

    def __str__(self):
        return f"{self.game_slug} is {self.kind} by {self.player}"


class Ladder(models.Model):
    """The ratings of a group's players in a game after its first `plays` plays: `{player: [mu, sigma]}`.

    They are kept only to be quick: `fingerprint` tells whether those plays are still what was rated.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="ladders")
    game_slug = models.SlugField(db_column="game")
    plays = models.PositiveIntegerField()
    fingerprint = models.CharField(max_length=64)
    ratings = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "game_slug"], name="ladder_once")]

    def __str__(self):
        return f"{self.game_slug}, {self.plays} plays"
