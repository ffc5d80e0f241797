"use strict";
// The phone's own share sheet for a link, where there is one.

document.querySelectorAll("[data-share]").forEach((button) => {
  button.hidden = !navigator.share;
  // A share sheet that somebody closes is no error.
  button.addEventListener("click", () => navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {}));
});
