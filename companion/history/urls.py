"""URLs of what was played: history, games, players, locations and years."""

from django.urls import include, path

from .views import history, places, profiles, tonight, year

a_group = [
    path("plays", history.history, name="history"),
    path("places", places.show_place, name="place"),
    path("places/edit", places.edit_place, name="edit_place"),
    path("years/<int:year>", year.show_year, name="year"),
    path("games", profiles.show_games, name="games"),
    path("players/<int:one>/against/<int:other>", profiles.show_pair, name="pair"),
    path("tonight", tonight.tonight, name="tonight"),
    path("players/<int:player>", profiles.show_player, name="player"),
    path("games/<slug:slug>", profiles.show_game, name="group_game"),
    path("games/<slug:slug>/mark", profiles.mark, name="mark_game"),
]

app_name = "history"
urlpatterns = [
    path("groups/<uuid:uuid>/", include(a_group)),
    path("you/plays", profiles.show_own_plays, name="own_plays"),
]
