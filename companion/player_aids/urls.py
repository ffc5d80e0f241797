"""URLs of the referees and timers of games."""

from django.urls import path

from .views import referees, timer

app_name = "player_aids"
urlpatterns = [
    path("games/<slug:slug>/referee/", referees.show_referees, name="referees"),
    path("games/<slug:slug>/referee/<slug:key>/", referees.show_referee, name="referee"),
    path("games/<slug:slug>/timer", timer.timer, name="timer"),
]
