/** The preferences of this browser, such as the sound, in the settings of the static pages. */

import { choosePreference } from "./preference_switch.js";
import { applyMotion, preferences } from "./preferences.js";

const fieldset = document.getElementById("device-settings");

for (const field of fieldset?.querySelectorAll("input") ?? []) {
  const name = /** @type {keyof import("./preferences.js").Preferences} */ (
    field.dataset.preference
  );
  const value = preferences()[name];
  if (typeof value === "boolean") field.checked = value;
  else field.value = String(value);
  field.addEventListener("change", () =>
    choosePreference(name, field.type === "range" ? Number(field.value) : field.checked),
  );
}

fieldset?.removeAttribute("hidden");
applyMotion();
