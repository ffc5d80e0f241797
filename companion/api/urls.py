"""URLs of the API."""

from django.urls import path

from . import views

app_name = "api"
urlpatterns = [
    path("groups", views.groups, name="api_groups"),
    path("groups/<uuid:uuid>", views.group, name="api_group"),
    path("groups/<uuid:uuid>/plays", views.plays, name="api_plays"),
    path("groups/<uuid:uuid>/statistics", views.statistics, name="api_statistics"),
    path("plays/<uuid:uuid>", views.play, name="api_play"),
    path("me", views.me, name="api_me"),
    path("plays/<uuid:uuid>/photos/<uuid:photo>/<slug:size>.jpg", views.picture, name="api_picture"),
]
