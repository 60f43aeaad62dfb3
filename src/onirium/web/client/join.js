/** Takes the seat of an invitation; its secret stands behind # and so in no request's address. */

const sheet = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("sit"));
const refusal = /** @type {HTMLElement} */ (document.getElementById("rejected"));
const secret = location.hash.slice(1);

/** @param {string | undefined} reason */
function refuse(reason) {
  refusal.textContent = reason ?? "";
  refusal.hidden = false;
}

async function sit() {
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  const body = JSON.stringify({ secret });
  try {
    const answer = await fetch(`/api/t/${sheet.dataset.table}/join`, { ...post, body });
    /** @type {import("./protocol.js").Joined | import("./protocol.js").Rejected} */
    const said = await answer.json();
    if (said.type === "joined") location.replace(said.path);
    else refuse(said.reason);
  } catch {
    refuse(refusal.dataset.unheard);
  }
}

if (secret) {
  button.hidden = false;
  button.addEventListener("click", sit);
} else refuse(refusal.dataset.broken);
