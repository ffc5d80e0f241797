"""URLs of the API."""

from django.urls import path

from . import views

app_name = "api"
urlpatterns = [
    path("groups", views.groups, name="groups"),
    path("groups/<uuid:uuid>", views.group, name="group"),
    path("groups/<uuid:uuid>/plays", views.plays, name="plays"),
    path("groups/<uuid:uuid>/statistics", views.statistics, name="statistics"),
    path("plays/<uuid:uuid>", views.play, name="play"),
    path("me", views.me, name="me"),
    path("plays/<uuid:uuid>/photos/<uuid:photo>/<slug:size>.jpg", views.picture, name="picture"),
]
