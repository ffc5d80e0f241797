import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Marks on games come with a group's file, of names that nobody here has said are theirs."""

    dependencies = [
        ("companion", "0047_by_row"),
    ]

    operations = [
        migrations.CreateModel(
            name="NamedMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_slug", models.SlugField(db_column="game")),
                (
                    "kind",
                    models.CharField(
                        choices=[("owned", "Owned"), ("liked", "Liked"), ("wanted", "Wanted"), ("played", "Played")],
                        max_length=10,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="marks",
                        to="companion.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game_slug", "kind"), name="named_mark_once")
                ],
            },
        ),
    ]
