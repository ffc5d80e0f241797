// Photos as small as a page shows them, before they are sent. A phone that cannot sends them as
// they are, and the server does it.

const LONGEST_SIDE = 1920,
  JPEG_QUALITY = 0.85;

async function shrunk(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const part = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height].map((side) =>
      Math.max(1, Math.round(side * part)),
    );
    const paper = canvas.getContext("2d");
    // What can be seen through is white, as on the server.
    paper.fillStyle = "white";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", JPEG_QUALITY));
    return blob
      ? new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" })
      : file;
  } catch {
    return file;
  }
}

document.querySelectorAll("form[data-shrinks]").forEach((form) => {
  const input = form.querySelector("input[type=file]"),
    busy = form.querySelector("[data-busy]"),
    button = form.querySelector("button");
  input.addEventListener("change", async () => {
    const chosen = [...input.files];
    button.disabled = true;
    busy.textContent = form.dataset.shrinking;
    const small = new DataTransfer();
    // One after the other: a phone has memory for one.
    for (const file of chosen) small.items.add(await shrunk(file));
    // Somebody may have chosen others meanwhile, who are made smaller now.
    if (
      chosen.every((file, at) => file === input.files[at]) &&
      chosen.length === input.files.length
    ) {
      input.files = small.files;
      button.disabled = false;
      busy.textContent = "";
    }
  });
});
