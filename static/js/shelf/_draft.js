// A form that isn't saved yet, in this browser: it survives that its page is loaded again.
const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;
const key = () => `totals ${location.pathname}${location.search}`;

/* Whether the play that was sent is there: a phone that got no answer still has to send it. */
async function isSaved(playId) {
  try {
    const { status } = await fetch(`/plays/${playId}/`, { method: "HEAD", redirect: "manual" });
    return status !== 404;
  } catch {
    return false;
  }
}

/* What was entered here; null if there is nothing, it is old, or its play is saved. */
export async function remembered() {
  try {
    const draft = JSON.parse(localStorage.getItem(key()));
    if (!draft || Date.now() - draft.on > HALF_A_DAY_MS) return null;
    if (!draft.isSent || !(await isSaved(draft.fields.play_id))) return draft;
    localStorage.removeItem(key());
  } catch {
    // A phone that keeps nothing has no draft.
  }
  return null;
}

export function remember(draft) {
  try {
    localStorage.setItem(key(), JSON.stringify({ on: Date.now(), ...draft }));
  } catch {
    // What is entered is on the page all the same.
  }
}
