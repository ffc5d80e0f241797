import django.db.models.deletion
from django.db import migrations, models

NEWEST = """
    INSERT INTO companion_card (seat_id, stage, last_id)
    SELECT seat_id, stage, id FROM companion_holdings AS its
    WHERE fate = 'counted' AND NOT EXISTS (
        SELECT 1 FROM companion_holdings AS later
        WHERE later.seat_id = its.seat_id AND later.stage = its.stage AND later.fate = 'counted'
        AND later.revision > its.revision
    )
"""


def fill(apps, schema_editor):
    """Let the newest save of each card that counts be the card."""
    schema_editor.execute(NEWEST)


class Migration(migrations.Migration):
    """Cards have a table of their own, which says which save is each of them now. The table of saves stays as it is.

    An older Caravan would go on saving without it, so all machines are stopped for this update. Back at 0048 only the
    table of cards is gone, of which nothing else needs to be known.
    """

    dependencies = [
        ("companion", "0048_marks_of_names"),
    ]

    operations = [
        # In the database nothing is called otherwise.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Holdings", "CardSave"),
                migrations.AlterModelTable("CardSave", "companion_holdings"),
                migrations.AlterField(
                    "CardSave",
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saves",
                        to="companion.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("stage", models.CharField(max_length=20)),
                (
                    "last",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        to="companion.cardsave",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="companion.seat",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("seat", "stage"), name="card_once")],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
