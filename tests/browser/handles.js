// What tests look at on a phone that no page shows: its store, and whether it takes the network for gone.
globalThis.READ_AFTER_MS = 500;
globalThis.outbox = {
  waiting: () => kept.all("typed"),
  get isCut() {
    return document.documentElement.hasAttribute("data-cut");
  },
};
globalThis.kept = {
  ask: (name, mode, question) =>
    new Promise((resolve, reject) => {
      const opened = indexedDB.open("caravan", 1);
      opened.onupgradeneeded = () =>
        ["typed", "ahead"].forEach((each) =>
          opened.result.createObjectStore(each, { keyPath: "id" }),
        );
      opened.onerror = reject;
      opened.onsuccess = () => {
        const transaction = opened.result.transaction(name, mode);
        const asked = question(transaction.objectStore(name));
        transaction.oncomplete = () => {
          opened.result.close();
          resolve(asked.result);
        };
      };
    }),
  all: (name) => kept.ask(name, "readonly", (box) => box.getAll()),
  put: (name, thing) => kept.ask(name, "readwrite", (box) => box.put(thing)),
  empty: (name) => kept.ask(name, "readwrite", (box) => box.clear()),
};
