"""The map: one line for each thing a visitor can ask for or do."""

from django.urls import include, path
from django.views.i18n import set_language

from .views import games, groups, history, holdings, home, plays, seats, stages, tables

a_play = [
    path("", plays.play, name="play"),
    path("live", plays.live, name="live"),
    path("more", plays.more, name="more"),
    path("options", plays.options, name="options"),
    path("finish", stages.finish, name="finish"),
    path("tie-break", stages.tie_break, name="tie_break"),
    path("reopen", plays.reopen, name="reopen"),
    path("stop", plays.stop, name="stop"),
    path("delete", plays.delete, name="delete"),
    path("restore", plays.restore, name="restore"),
    path("rematch", plays.rematch, name="rematch"),
    path("seats", seats.seats, name="seats"),
    path("seats/mine", tables.mine, name="mine"),
    path("seats/<int:seat>/<slug:stage>", holdings.card, name="card"),
    path("kept/<int:row>", holdings.kept, name="kept"),
    path("stages/<slug:stage>", stages.stage, name="stage"),
    path("stages/<slug:stage>/close", stages.close, name="close"),
    path("stages/<slug:stage>/reopen", stages.reopen, name="reopen_stage"),
    path("stages/<slug:stage>/correct/<slug:item>", holdings.correct, name="correct"),
    path("table", tables.table, name="table"),
    path("table/code", tables.code, name="code"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("join", home.join, name="join"),
    path("language", set_language, name="set_language"),
    path("t/<str:key>", tables.open_link, name="table_link"),
    path("games/<slug:slug>", games.game, name="game"),
    path("groups/<uuid:uuid>", groups.group, name="group"),
    path("groups/<uuid:uuid>/plays", history.history, name="history"),
    path("groups/<uuid:uuid>/name", groups.rename, name="rename_group"),
    path("plays/<uuid:uuid>/", include(a_play)),
]
handler404 = "companion.views.errors.not_found"
