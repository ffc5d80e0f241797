"use strict";
// A sheet that came behind the # of the address: it is looked at at once, and Back does not come by it again.

const broughtSheet = location.hash.slice(1).replace(/%3A/gi, ":").replace(/%2F/gi, "/");
const sheetText = document.getElementById("sheet");

if (broughtSheet && !sheetText.value) {
  history.replaceState(history.state, "", location.pathname);
  sheetText.value = broughtSheet;
  sheetText.form.requestSubmit();
}
