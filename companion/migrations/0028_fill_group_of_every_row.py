"""Each row that is part of what a group owns says so: in pieces, each a transaction of its own. Nobody waits long."""

from django.db import migrations

from companion.models.filling import fill


def fill_groups(apps, schema_editor):
    """Fill it in. One that was begun is gone on with."""
    fill(lambda name: apps.get_model("companion", name), schema_editor.connection.alias)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [("companion", "0027_group_of_every_row")]

    operations = [migrations.RunPython(fill_groups, migrations.RunPython.noop, elidable=True)]
