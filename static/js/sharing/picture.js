"use strict";
// A picture by the phone's own share sheet, where that takes files, and a text to the clipboard.

const picture = (blob, url) => new File([blob], new URL(url, location.href).pathname.split("/").pop(), { type: "image/png" });

document.querySelectorAll("[data-share-picture]").forEach(async (button) => {
  const { sharePicture: url, shareWords: text } = button.dataset;
  const probe = new File([], "result.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [probe] })) return;
  button.hidden = false;
  // It is fetched before somebody taps: a share sheet opens only right after a tap.
  const file = fetch(url).then((answer) => answer.blob()).then((blob) => picture(blob, url));
  file.catch(() => { button.hidden = true; });
  // A share sheet that somebody closes is no error.
  button.addEventListener("click", async () => navigator.share({ files: [await file], text }).catch(() => {}));
});

document.querySelectorAll("[data-copy]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => {
    // On plain http there is no other clipboard.
    document.querySelector(button.dataset.copy).select();
    if (document.execCommand("copy")) document.getElementById("announcement").textContent = button.textContent = button.dataset.copied;
  });
});
