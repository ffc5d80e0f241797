// A sheet that came behind the # of the address: it is looked at at once, and Back does not come by
// it again.

const sheetText = document.getElementById("sheet");
const lookAtBrought = () => {
  const brought = location.hash.slice(1).replace(/%3A/gi, ":").replace(/%2F/gi, "/");
  if (!brought.startsWith("caravan.sheet/")) return;
  history.replaceState(history.state, "", location.pathname);
  sheetText.value = brought;
  sheetText.form.requestSubmit();
};

lookAtBrought();
// Whoever opens a link on this very page stays on it.
addEventListener("hashchange", lookAtBrought);
