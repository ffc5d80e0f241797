from django.db import migrations, models


class Migration(migrations.Migration):
    """Who has changed a figure of a play that came with a file, as the file says."""

    dependencies = [
        ("companion", "0041_reading_in_the_background"),
    ]

    operations = [
        migrations.AddField("holdings", "by", models.CharField(blank=True, db_default="", default="", max_length=60)),
    ]
