/** Assigns each visible card a key that persists from view to view, so that moves can be animated. */

/**
 * A card in a zone.
 *
 * @typedef {object} PlacedCard
 * @property {string} zone
 * @property {string} card
 * @property {string} key
 * @property {number} since the number of the view in which it arrived
 */

/** @typedef {Map<string, PlacedCard[]>} Placement */

export const HIDDEN = "?";

/**
 * Matches in this order: cards that stay in their zone, cards that moved to another zone, cards that
 * were turned over, and hidden cards that were revealed elsewhere.
 *
 * @param {Placement} before
 * @param {[string, string[]][]} zones
 * @param {number} number of the view
 * @param {string} [lifted] key of the copy that leaves first of equal cards
 * @returns {Placement}
 */
export function assignKeys(before, zones, number, lifted) {
  const all = [...before.values()].flat();
  const left = [...all.filter(({ key }) => key !== lifted), ...all.filter(({ key }) => key === lifted)];
  const placed = zones.flatMap(([zone, cards]) =>
    cards.map((card) => ({ zone, card, key: "", since: number })),
  );
  for (const fits of [staysInZone, movesToZone, isTurnedOver, isRevealed]) {
    for (const now of placed.filter(({ key }) => !key)) {
      const found = left.findIndex((old) => fits(old, now));
      if (found >= 0) {
        const [old] = left.splice(found, 1);
        now.key = old.key;
        if (old.zone === now.zone) now.since = old.since;
      }
    }
  }
  assignNewKeys(placed);
  return new Map(zones.map(([zone]) => [zone, placed.filter((now) => now.zone === zone)]));
}

/**
 * Returns a function that returns the placement of a step of a game: the same whether it is
 * reached step by step or at once.
 *
 * @param {(step: number) => [string, string[]][]} zonesOf
 * @returns {(step: number) => Placement}
 */
export function placementsOf(zonesOf) {
  /** @type {Placement[]} */
  const known = [];
  return (step) => {
    while (known.length <= step) {
      const number = known.length;
      known.push(assignKeys(known[number - 1] ?? new Map(), zonesOf(number), number));
    }
    return known[step];
  };
}

/** @typedef {(old: PlacedCard, now: PlacedCard) => boolean} Fits */

/** @type {Fits} */
const staysInZone = (old, now) => old.zone === now.zone && old.card === now.card;

/** @type {Fits} */
const movesToZone = (old, now) => old.card === now.card;

/** @type {Fits} */
const isTurnedOver = (old, now) =>
  old.zone === now.zone && (old.card === HIDDEN || now.card === HIDDEN);

/** @type {Fits} */
const isRevealed = (old, now) => old.card === HIDDEN && now.card !== HIDDEN;

/** @param {PlacedCard[]} placed */
function assignNewKeys(placed) {
  const taken = new Set(placed.map(({ key }) => key));
  for (const now of placed.filter(({ key }) => !key)) {
    now.key = freeKey(now.card, taken);
    taken.add(now.key);
  }
}

/**
 * Returns the key of the next copy of a card: the lowest number that is free.
 *
 * @param {string} card
 * @param {Set<string>} taken keys of the placed cards
 */
export function freeKey(card, taken) {
  let copy = 0;
  while (taken.has(`${card}~${copy}`)) copy += 1;
  return `${card}~${copy}`;
}

/**
 * Returns the cards of a pile that is given by counts.
 *
 * @param {Record<string, number>} counts
 * @returns {string[]}
 */
export function listCards(counts) {
  return Object.entries(counts).flatMap(([card, count]) => Array(count).fill(card));
}

/**
 * Returns the cards without the last one of a name.
 *
 * @param {string[]} cards
 * @param {string} card
 */
export function removeLast(cards, card) {
  const last = cards.lastIndexOf(card);
  return cards.filter((_, index) => index !== last);
}

/**
 * Returns the cards that a list has gained, as a multiset.
 *
 * @param {string[]} before
 * @param {string[]} after
 */
export function gainedCards(before, after) {
  const left = [...before];
  return after.filter((card) => {
    const index = left.indexOf(card);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/**
 * Returns the copy number in a key, which selects the picture.
 *
 * @param {string} key
 */
export function copyIndex(key) {
  return Number(key.slice(key.lastIndexOf("~") + 1)) || 0;
}

/**
 * Returns the zone of each card by key.
 *
 * @param {Placement} placed
 * @returns {Map<string, string>}
 */
export function zonesOf(placed) {
  return new Map([...placed.values()].flat().map(({ key, zone }) => [key, zone]));
}

/**
 * Returns the card that arrived in a pile last.
 *
 * @param {Placement} placed
 * @param {string} zone
 * @returns {PlacedCard | undefined}
 */
export function latestCard(placed, zone) {
  const cards = placed.get(zone) ?? [];
  return cards.reduce(
    (last, card) => (last && last.since > card.since ? last : card),
    /** @type {PlacedCard | undefined} */ (undefined),
  );
}
