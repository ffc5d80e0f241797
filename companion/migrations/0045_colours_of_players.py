from itertools import cycle, groupby

from django.db import migrations, models

# So many players are stored by one statement.
PIECE = 500
COLOURS = range(1, 9)


def give_colours(apps, schema_editor):
    """Give the players of each group the colours 1 to 8 in the order in which they came, then the same again."""
    players = apps.get_model("companion", "Player").objects.using(schema_editor.connection.alias)
    changed = []
    in_order = players.filter(colour=0).order_by("group", "pk").only("group_id", "colour")
    for _group, theirs in groupby(in_order.iterator(), key=lambda player: player.group_id):
        for player, colour in zip(theirs, cycle(COLOURS), strict=False):
            player.colour = colour
            changed.append(player)
    players.bulk_update(changed, ["colour"], batch_size=PIECE)


class Migration(migrations.Migration):
    """Each player of a group has a colour."""

    dependencies = [
        ("companion", "0044_start_of_imported_plays"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="colour",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(give_colours, migrations.RunPython.noop, elidable=True),
    ]
