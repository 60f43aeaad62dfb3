/** The clipboard, which browsers deny to unencrypted pages of other computers. */

/** Copies a text; returns whether the browser allowed it. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
