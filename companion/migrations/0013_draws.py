"""Where a full tie is a draw, nobody has won it."""

from django.db import migrations
from django.db.models import Count

from companion.rules import GAMES


def nobody_wins_a_draw(apps, schema_editor):
    drawn_games = [slug for slug, game in GAMES.items() if game.full_tie_is_draw]
    seats = apps.get_model("companion", "Seat").objects.using(schema_editor.connection.alias)
    winners = seats.filter(play__game__in=drawn_games, is_winner=True, removed_at__isnull=True)
    drawn = winners.order_by().values("play").annotate(number=Count("pk")).filter(number__gt=1).values("play")
    seats.filter(play__in=drawn).update(is_winner=False)


class Migration(migrations.Migration):
    dependencies = [("companion", "0012_keys_are_digests")]

    operations = [migrations.RunPython(nobody_wins_a_draw, migrations.RunPython.noop, elidable=True)]
