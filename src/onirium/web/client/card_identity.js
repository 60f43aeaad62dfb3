/** Gives each visible card a key that follows it from view to view: so it can be seen to move. */

/**
 * A card where it lies.
 *
 * @typedef {object} Placed
 * @property {string} zone
 * @property {string} card
 * @property {string} key
 * @property {number} since the number of the view in which it came there
 */

/** @typedef {Map<string, Placed[]>} Placement */

export const HIDDEN = "?";

/**
 * Cards stay where cards of their name lay; then those that left a pile come to another one; then
 * hidden cards turn out to be what has appeared.
 *
 * @param {Placement} before
 * @param {[string, string[]][]} zones
 * @param {number} number of the view
 * @returns {Placement}
 */
export function follow(before, zones, number) {
  const left = [...before.values()].flat();
  const places = zones.flatMap(([zone, cards]) =>
    cards.map((card) => ({ zone, card, key: "", since: number })),
  );
  for (const fits of [stays, comes, isTurned, isUnveiled]) {
    for (const place of places.filter(({ key }) => !key)) {
      const found = left.findIndex((old) => fits(old, place));
      if (found >= 0) {
        const [old] = left.splice(found, 1);
        place.key = old.key;
        if (old.zone === place.zone) place.since = old.since;
      }
    }
  }
  nameNew(places);
  return new Map(zones.map(([zone]) => [zone, places.filter((place) => place.zone === zone)]));
}

/** @typedef {(old: Placed, place: Placed) => boolean} Fits */

/** @type {Fits} */
const stays = (old, place) => old.zone === place.zone && old.card === place.card;

/** @type {Fits} */
const comes = (old, place) => old.card === place.card;

/** @type {Fits} */
const isTurned = (old, place) =>
  old.zone === place.zone && (old.card === HIDDEN || place.card === HIDDEN);

/** @type {Fits} */
const isUnveiled = (old, place) => old.card === HIDDEN && place.card !== HIDDEN;

/** @param {Placed[]} places */
function nameNew(places) {
  const taken = new Set(places.map(({ key }) => key));
  for (const place of places.filter(({ key }) => !key)) {
    let copy = 0;
    while (taken.has(`${place.card}~${copy}`)) copy += 1;
    place.key = `${place.card}~${copy}`;
    taken.add(place.key);
  }
}

/**
 * Some cards without one of a name.
 *
 * @param {string[]} cards
 * @param {string} card
 */
export function without(cards, card) {
  const place = cards.lastIndexOf(card);
  return cards.filter((_, other) => other !== place);
}

/**
 * The number of a card among its like: it chooses the picture, and the card keeps it.
 *
 * @param {string} key
 */
export function copyOf(key) {
  return Number(key.slice(key.lastIndexOf("~") + 1)) || 0;
}

/**
 * The card that came to a pile last.
 *
 * @param {Placement} placed
 * @param {string} zone
 * @returns {Placed | undefined}
 */
export function latest(placed, zone) {
  const cards = placed.get(zone) ?? [];
  return cards.reduce(
    (last, card) => (last && last.since > card.since ? last : card),
    /** @type {Placed | undefined} */ (undefined),
  );
}
