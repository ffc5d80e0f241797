"""URLs of a person's own page, signing in and ways back."""

from django.urls import path

from .views import api_keys, confirm, outside, passkeys, phones, recovery, sign_in, you

app_name = "accounts"
urlpatterns = [
    path("you", you.you, name="you"),
    path("you/password", you.change_credentials, name="password"),
    path("you/confirm", confirm.confirm_it_is_you, name="confirm"),
    path("you/phones", phones.show_phones, name="phones"),
    path("you/passkeys", passkeys.add, name="add_passkey"),
    path("you/passkeys/question", passkeys.question, name="passkey_to_make"),
    path("you/passkeys/<int:passkey>/remove", passkeys.remove, name="remove_passkey"),
    path("you/keys", api_keys.show_keys, name="api_keys"),
    path("you/keys/<int:number>", api_keys.change_key, name="api_key"),
    path("you/recovery", recovery.sheet, name="recovery"),
    path("you/recovery/renew", recovery.renew_sheet, name="renew_recovery"),
    path("you/delete", you.delete, name="delete_person"),
    path("sign-in", sign_in.sign_in, name="sign_in"),
    path("sign-in/passkey", sign_in.sign_in_by_passkey, name="sign_in_by_passkey"),
    path("sign-in/passkey/question", sign_in.passkey_question, name="passkey_to_show"),
    path("sign-in/outside", outside.sign_in_outside, name="sign_in_outside"),
    path("sign-in/outside/back", outside.come_from_provider, name="come_from_provider"),
    path("sign-out", you.sign_out, name="sign_out"),
    path("back", recovery.come_back, name="come_back"),
]
