"""A full tie of Targi is a draw: nobody has won it."""

from django.db import migrations
from django.db.models import Count


def nobody_wins_a_draw(apps, schema_editor):
    seats = apps.get_model("companion", "Seat").objects.using(schema_editor.connection.alias)
    winners = seats.filter(play__game="targi", is_winner=True, removed_at__isnull=True)
    drawn = winners.order_by().values("play").annotate(number=Count("pk")).filter(number__gt=1).values("play")
    seats.filter(play__in=drawn).update(is_winner=False)


class Migration(migrations.Migration):
    dependencies = [("companion", "0007_next_play")]

    operations = [migrations.RunPython(nobody_wins_a_draw, migrations.RunPython.noop, elidable=True)]
