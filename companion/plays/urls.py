"""URLs of the home page, of starting a play and of a play. What phones ask most comes first: it is found soonest."""

from django.urls import include, path

from .views import cards, correct, home, play, seats, stages, start, streams, table, ties, trail

a_play = [
    path("live", play.live, name="live"),
    path("stream", streams.live_stream, name="stream"),
    path("cursor", streams.cursor, name="cursor"),
    path("", play.show_play, name="play"),
    path("seats/<int:seat>/<slug:stage>", cards.card, name="card"),
    path("ahead", play.ahead, name="ahead"),
    path("more", play.more, name="more"),
    path("trail", trail.show_trail, name="trail"),
    path("trail/changes/<int:row>/put-back", trail.put_back_change, name="put_back"),
    path("trail/options/<int:event>/put-back", trail.put_back_options, name="put_back_options"),
    path("options", play.options, name="options"),
    path("notes", play.notes, name="notes"),
    path("finish", stages.finish, name="finish"),
    path("last-round", stages.end_rounds, name="end_rounds"),
    path("tie-break", ties.tie_break, name="tie_break"),
    path("reopen", play.reopen, name="reopen"),
    path("stop", play.stop, name="stop"),
    path("delete", play.delete, name="delete"),
    path("restore", play.restore, name="restore"),
    path("rematch", play.rematch, name="rematch"),
    path("next", play.go_on, name="go_on"),
    path("seats", seats.show_seats, name="seats"),
    path("seats/mine", table.mine, name="mine"),
    path("seats/here", table.count_here, name="count_here"),
    path("order", table.order, name="order"),
    path("seats/<int:seat>/<slug:stage>/undo", cards.undo, name="undo"),
    path("kept", cards.count_all, name="count_all"),
    path("kept/<int:row>", cards.kept, name="waiting_save"),
    path("stages/<slug:stage>", stages.show_stage, name="stage"),
    path("stages/<slug:stage>/close", stages.close, name="close"),
    path("stages/<slug:stage>/strike", stages.strike, name="strike"),
    path("stages/<slug:stage>/reopen", stages.reopen, name="reopen_stage"),
    path("stages/<slug:stage>/correct/<slug:item>", correct.correct, name="correct"),
    path("table", table.table, name="table"),
    path("table/code", table.code, name="table_code"),
    path("links/<slug:kind>/renew", table.renew, name="renew_link"),
    path("watch", table.watch, name="watch"),
]

app_name = "plays"
urlpatterns = [
    path("plays/<uuid:uuid>/", include(a_play)),
    path("groups/<uuid:uuid>/start", start.start_at_once, name="start_at_once"),
    path("", home.home, name="home"),
    path("games/<slug:slug>", start.show_game, name="game"),
]
