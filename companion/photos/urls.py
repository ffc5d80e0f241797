"""URLs of a play's photos."""

from django.urls import include, path

from . import views

a_play = [
    path("photos", views.show_photos, name="photos"),
    path("photos/add", views.add_photos, name="add_photos"),
    path("photos/<uuid:photo>", views.change_photo, name="photo"),
    path("photos/<uuid:photo>/<slug:size>.jpg", views.picture, name="picture"),
    path("photos/<uuid:photo>/waiting", views.waiting_photo, name="waiting_photo"),
    path("photos/<uuid:photo>/remove", views.remove_photo, name="remove_photo"),
    path("photos/<uuid:photo>/put-back", views.restore_photo, name="restore_photo"),
    path("photos/<uuid:photo>/forget", views.forget_photo, name="forget_photo"),
]

app_name = "photos"
urlpatterns = [path("plays/<uuid:uuid>/", include(a_play))]
