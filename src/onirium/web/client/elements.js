/** Elements of the page: the one that an event concerns, and the list of its classes. */

/**
 * Returns the nearest element at or around a target that matches a selector, or null.
 *
 * @param {EventTarget | null} target
 * @param {string} selector
 */
export function closest(target, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * Returns the names whose value is true, for class lists.
 *
 * @param {Record<string, boolean>} states
 */
export function classNames(states) {
  return Object.keys(states)
    .filter((name) => states[name])
    .join(" ");
}
