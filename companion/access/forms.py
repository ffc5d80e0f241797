"""What is typed to be let in."""

from django import forms

from companion.core.language.typed import narrow


class JoinForm(forms.Form):
    """The six signs under a table's QR code."""

    code = forms.CharField(max_length=20, required=False)

    def clean_code(self):
        return "".join(sign for sign in narrow(self.cleaned_data["code"]).upper() if sign.isalnum())
