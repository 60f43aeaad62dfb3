/** The preferences of this browser, such as the sound, in the settings of the static pages. */

import { preferences, setPreferences } from "./preferences.js";

const fieldset = document.getElementById("device-settings");

for (const field of fieldset?.querySelectorAll("input") ?? []) {
  const name = /** @type {"sound" | "vibration" | "volume"} */ (field.dataset.preference);
  const value = preferences()[name];
  if (typeof value === "boolean") field.checked = value;
  else field.value = String(value);
  field.addEventListener("change", async () => {
    setPreferences({ [name]: field.type === "range" ? Number(field.value) : field.checked });
    const { signal } = await import("./feedback.js");
    signal([{ name: "turn" }]);
  });
}

fieldset?.removeAttribute("hidden");
