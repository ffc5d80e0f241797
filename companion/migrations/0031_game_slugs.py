from django.db import migrations, models

NOT_DELETED = models.Q(('deleted_at__isnull', True))


def named_slug(model, **options):
    """What was called `game` in Python is called `game_slug`; its column stays."""
    return [
        migrations.AlterField(model, 'game', models.SlugField(db_column='game', **options)),
        migrations.RenameField(model, 'game', 'game_slug'),
    ]


def index(name, *fields, condition=None):
    """What an index of plays is called stays too."""
    return [
        migrations.RemoveIndex('play', name),
        migrations.AddIndex('play', models.Index(fields=fields, name=name, condition=condition)),
    ]


def constraint(model, name, *fields):
    return [
        migrations.RemoveConstraint(model, name),
        migrations.AddConstraint(model, models.UniqueConstraint(fields=fields, name=name)),
    ]


class Migration(migrations.Migration):
    """Nothing changes in the database: columns, indexes and constraints are what they were."""

    dependencies = [
        ('companion', '0030_work_beside'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *named_slug('play'),
                *index('play_of_game', 'group', 'game_slug', '-played_on', '-id', condition=NOT_DELETED),
                *index('play_best', 'group', 'game_slug', '-high_score', 'played_on', 'id', condition=NOT_DELETED),
                *index('play_state', 'group', 'state', 'game_slug', 'id'),
                *named_slug('mark'),
                *constraint('mark', 'mark_once', 'group', 'person', 'game_slug', 'kind'),
                *named_slug('ladder'),
                *constraint('ladder', 'ladder_once', 'group', 'game_slug'),
                *named_slug('alias', blank=True),
            ],
        ),
    ]
