"""The form for a table's code."""

from django import forms

from companion.core.language.typed import narrow


class JoinForm(forms.Form):
    """The six characters below a table's QR code."""

    code = forms.CharField(max_length=20, required=False)

    def clean_code(self):
        return "".join(sign for sign in narrow(self.cleaned_data["code"]).upper() if sign.isalnum())
