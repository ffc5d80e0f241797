from django.db import migrations, models


class Migration(migrations.Migration):
    """Name of the person who changed a figure, as an imported file gives it."""

    dependencies = [
        ("companion", "0041_reading_in_the_background"),
    ]

    operations = [
        migrations.AddField("holdings", "by", models.CharField(blank=True, db_default="", default="", max_length=60)),
    ]
