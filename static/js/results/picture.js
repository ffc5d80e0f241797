// A picture by the phone's own share sheet, where that takes files.

const MOST_TRIES = 60;

// Where very many pictures are drawn at once, the server asks to come again.
const aMoment = () => new Promise((over) => setTimeout(over, 1000 + 1000 * Math.random()));

const settled = (image) =>
  new Promise((over) =>
    ["load", "error"].forEach((what) => image.addEventListener(what, over, { once: true })),
  );

async function shown(image) {
  let over = image.complete || settled(image);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await over;
    if (image.naturalWidth) return;
    await aMoment();
    over = settled(image);
    image.src = image.getAttribute("src");
  }
}

async function fetched(url) {
  let answer = await fetch(url);
  for (let tries = 0; answer.status === 503 && tries < MOST_TRIES; tries++) {
    await aMoment();
    answer = await fetch(url);
  }
  if (!answer.ok) throw new Error(answer.status);
  return answer.blob();
}

const images = new Map(
  [...document.querySelectorAll(".pictures img")].map((image) => [
    image.getAttribute("src"),
    shown(image),
  ]),
);

const picture = (blob, url) =>
  new File([blob], new URL(url, location.href).pathname.split("/").pop(), { type: "image/png" });

document.querySelectorAll("[data-share-picture]").forEach(async (button) => {
  const { sharePicture: url, shareWords: text } = button.dataset;
  const probe = new File([], "result.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [probe] })) return;
  // It is fetched before somebody can tap: a share sheet opens only right after a tap.
  const file = images
    .get(url)
    .then(() => fetched(url))
    .then((blob) => picture(blob, url));
  file.then(
    () => {
      button.hidden = false;
    },
    () => {},
  );
  // A share sheet that somebody closes is no error.
  button.addEventListener("click", async () =>
    navigator.share({ files: [await file], text }).catch(() => {}),
  );
});
