// The question over the sheet before a stage is scored to which something belongs that nobody has
// counted. A page loads this with the first such question.

/* Show a question; what it leads on to is framed once it was answered so. */
export async function open(dialog) {
  const styles = dialog.querySelector("link");
  const loaded = new Promise((done) => {
    styles.onload = styles.onerror = done;
  });
  dialog.addEventListener("close", () => {
    const { returnValue: row } = dialog;
    dialog.remove();
    if (!row) return;
    const faces = `#sheet [data-row="${row}"] :is(.face:empty, .figure:placeholder-shown)`;
    document.querySelector(faces)?.focus();
  });
  document.body.append(dialog);
  // Meanwhile other phones may finish what was missing: then nothing is asked any more.
  const dock = document.getElementById("dock");
  const isMissing = () => dock.querySelector(".as-it-stands:not([hidden])");
  if (isMissing()) {
    const watcher = new MutationObserver(() => isMissing() || dialog.close(""));
    watcher.observe(dock, { subtree: true, childList: true, attributeFilter: ["hidden"] });
    dialog.addEventListener("close", () => watcher.disconnect());
  }
  await loaded;
  dialog.showModal();
  dialog.querySelector("[method=dialog] button").focus();
}
