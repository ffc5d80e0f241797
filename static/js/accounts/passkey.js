// Passkeys: the browser answers the server's question in a dialog of its own, and the form carries
// the answer. They exist where pages come by https (or on this machine itself), under a name and
// not a number.

const knowsPasskeys =
  isSecureContext &&
  !/^[\d.]+$|:/.test(location.hostname) &&
  Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON);

async function answerTo(form) {
  const asked = await fetch(form.dataset.question, { method: "POST", body: new FormData(form) });
  // It has to be confirmed first who asks: that is a page of its own.
  if (asked.redirected) {
    location.assign(asked.url);
    return new Promise(() => {});
  }
  const question = await asked.json();
  const read = { create: "parseCreationOptionsFromJSON", get: "parseRequestOptionsFromJSON" }[
    form.dataset.passkey
  ];
  const publicKey = PublicKeyCredential[read](question);
  return JSON.stringify(await navigator.credentials[form.dataset.passkey]({ publicKey }));
}

if (knowsPasskeys) {
  document.querySelectorAll("[data-with-passkeys], form[data-passkey]").forEach((each) => {
    each.hidden = false;
  });
  document.querySelectorAll("form[data-passkey]").forEach((form) => {
    const button = form.querySelector("button"),
      fault = form.querySelector(".fault");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = fault.hidden = true;
      try {
        form.elements.passkey.value = await answerTo(form);
        form.submit();
      } catch {
        // Also a dialog that somebody closes ends here.
        fault.hidden = false;
        button.disabled = false;
      }
    });
    addEventListener("pageshow", () => {
      button.disabled = false;
    });
  });
}
