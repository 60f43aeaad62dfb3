/** Chooses preferences and shows their effect, on the table and on the static pages. */

import { applyMotion, setPreferences } from "./preferences.js";

/** @typedef {import("./preferences.js").Preferences} Preferences */

/**
 * Stores a preference and shows its effect: a sample of sound and vibration, or stillness.
 *
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @param {Preferences[Name]} value
 */
export async function choosePreference(name, value) {
  setPreferences({ [name]: value });
  if (name === "motion") {
    applyMotion();
    return;
  }
  if (name === "routine") return;
  // The static pages load the sounds only when somebody asks for them.
  const { signal } = await import("./feedback.js");
  signal([{ name: "turn" }]);
}
