/** The four layouts of a table; the style sheets use the same queries. */

const QUERIES = {
  phone: "(max-width: 700px) and (orientation: portrait), (max-width: 560px)",
  landscape: "(max-height: 500px) and (orientation: landscape)",
  tablet: "(min-width: 701px) and (orientation: portrait)",
};

/** @typedef {keyof typeof QUERIES | "desktop"} Layout */

const LISTS = Object.entries(QUERIES).map(
  ([name, query]) => /** @type {[Layout, MediaQueryList]} */ ([name, matchMedia(query)]),
);

/** @returns {Layout} */
export function layout() {
  return LISTS.find(([, list]) => list.matches)?.[0] ?? "desktop";
}

/** @param {() => void} listener */
export function watchLayout(listener) {
  for (const [, list] of LISTS) list.addEventListener("change", listener);
}
