// The phone's own share sheet for a link or a text, where there is one.

document.querySelectorAll("[data-share], [data-share-text]").forEach((button) => {
  const { share: url, shareText: text } = button.dataset;
  button.hidden = !navigator.share;
  // A share sheet that somebody closes is no error.
  button.addEventListener("click", () =>
    navigator.share(url ? { title: document.title, url } : { text }).catch(() => {}),
  );
});
