// The phone's own share sheet for a link or a text, where there is one, and its clipboard.

document.querySelectorAll("[data-share], [data-share-text]").forEach((button) => {
  const { share: url, shareText: text } = button.dataset;
  button.hidden = !navigator.share;
  // A share sheet that somebody closes is no error.
  button.addEventListener("click", () =>
    navigator.share(url ? { title: document.title, url } : { text }).catch(() => {}),
  );
});

document.querySelectorAll("[data-copy]").forEach((button) => {
  const { copy, copied } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", () => {
    const source = button.closest(`:has(${copy})`).querySelector(copy);
    if (source.select) source.select();
    else getSelection().selectAllChildren(source);
    // On plain http there is no other clipboard.
    if (document.execCommand("copy"))
      document.getElementById("announcement").textContent = button.textContent = copied;
  });
});
