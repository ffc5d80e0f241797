from companion.core.language.folding import fold
from django.db import migrations, models

import companion.models.plays

BATCH = 1000


def fold_what_is_written(apps, schema_editor):
    """Let plays that were written down before be found, so many at a time; most have neither place nor notes."""
    written = apps.get_model("companion", "Play").objects.exclude(place="", notes="").order_by("pk")
    rows, last = written.values_list("pk", "place", "notes"), 0
    while some := list(rows.filter(pk__gt=last)[:BATCH]):
        texts = [(fold(f"{place}\n{notes}".strip()), pk) for pk, place, notes in some]
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany("UPDATE companion_play SET searchable = %s WHERE id = %s", texts)
        last = some[-1][0]


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0008_keys_and_sessions'),
    ]

    operations = [
        migrations.AddField(
            model_name='group',
            name='deleted_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='play',
            name='searchable',
            field=companion.models.plays.SearchableField(blank=True, db_default='', editable=False),
        ),
        migrations.RunPython(fold_what_is_written, migrations.RunPython.noop, elidable=True),
    ]
