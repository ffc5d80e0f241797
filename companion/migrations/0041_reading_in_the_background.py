from django.db import migrations, models

STATES = ["reading", "columns", "waiting", "coming", "done", "leaving", "undone"]


class Migration(migrations.Migration):
    """An uploaded file is read in the background, and what its page shows is stored."""

    dependencies = [
        ("companion", "0040_exact_points"),
    ]

    operations = [
        migrations.AddField("upload", "preview", models.JSONField(default=dict, db_default={})),
        migrations.AlterField(
            "upload",
            "state",
            models.CharField(choices=[(state, state.title()) for state in STATES], default="waiting", max_length=10),
        ),
    ]
