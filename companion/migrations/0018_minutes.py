from django.db import migrations, models


class Migration(migrations.Migration):
    """A column that may be empty, which both databases add without touching a row."""

    dependencies = [("companion", "0017_sheets")]

    operations = [
        migrations.AddField(
            model_name="play",
            name="minutes",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
