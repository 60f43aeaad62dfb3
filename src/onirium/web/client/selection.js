/** What is lifted, aimed at and gathered: touches become actions. */

/** @typedef {import("./protocol.js").LegalAction} LegalAction */

/**
 * A card on the table that was touched.
 *
 * @typedef {{zone: string, card: string, key: string}} Picked
 */

/**
 * @typedef {object} Held
 * @property {Picked | null} lifted
 * @property {string} aimed the pile it was aimed at where that leaves a choice, or empty
 * @property {{picked: Picked, action: number}[]} gathered cards to be sent together
 * @property {number} armed the action whose warning is shown, or -1
 */

/** @typedef {{held: Held, actions: number[]}} Outcome */

/** @type {Held} */
export const NOTHING = Object.freeze({ lifted: null, aimed: "", gathered: [], armed: -1 });

/**
 * The choices that a card offers.
 *
 * @param {LegalAction[]} choices
 * @param {{zone: string, card: string}} picked
 */
export function chosen(choices, { zone, card }) {
  return choices.filter((choice) => choice.card === card && choice.zone === zone && card);
}

/**
 * The choices that stand as buttons: of the lifted card, or of none. Those that only begin to
 * gather cards come last.
 *
 * @param {Held} held
 * @param {LegalAction[]} choices
 */
export function offered(held, choices) {
  if (held.gathered.length) return [];
  if (!held.lifted) return choices.filter((choice) => !choice.card);
  const own = chosen(choices, held.lifted).sort(
    (one, other) => Number(one.combines) - Number(other.combines),
  );
  return held.aimed ? own.filter((choice) => choice.target === held.aimed) : own;
}

/**
 * A card is touched: lifted; touched again, its first choice is made.
 *
 * @param {Held} held
 * @param {LegalAction[]} choices
 * @param {Picked} picked
 * @returns {Outcome}
 */
export function tap(held, choices, picked) {
  if (held.gathered.length) return { held: toggled(held, choices, picked), actions: [] };
  if (held.lifted?.key === picked.key && held.lifted.zone === picked.zone) {
    return again(held, choices);
  }
  if (held.lifted && held.lifted.zone !== picked.zone && isAimed(held, choices, picked.zone)) {
    return aim(held, choices, picked.zone);
  }
  return { held: { ...NOTHING, lifted: picked }, actions: [] };
}

/**
 * A choice is made; one with a warning only when it is made once more.
 *
 * @param {Held} held
 * @param {LegalAction[]} choices
 * @param {number} action
 * @returns {Outcome}
 */
export function choose(held, choices, action) {
  const choice = choices.find((one) => one.action === action);
  if (!choice) return { held, actions: [] };
  if (choice.combines && held.lifted) {
    return { held: { ...NOTHING, gathered: [{ picked: held.lifted, action }] }, actions: [] };
  }
  if (choice.warning && held.armed !== action) {
    return { held: { ...held, armed: action }, actions: [] };
  }
  return { held: NOTHING, actions: [action] };
}

/**
 * A pile is touched, or the lifted card is dropped on it.
 *
 * @param {Held} held
 * @param {LegalAction[]} choices
 * @param {string} pile
 * @returns {Outcome}
 */
export function aim(held, choices, pile) {
  const aimed = { ...held, aimed: "", armed: -1 };
  const fitting = offered(aimed, choices).filter((choice) => choice.target === pile);
  if (fitting.length === 1) return choose({ ...held, aimed: "" }, choices, fitting[0].action);
  if (fitting.length && held.lifted) return { held: { ...aimed, aimed: pile }, actions: [] };
  return { held, actions: [] };
}

/**
 * A card is dragged to a pile.
 *
 * @param {Held} held
 * @param {LegalAction[]} choices
 * @param {Picked} picked
 * @param {string} pile
 * @returns {Outcome}
 */
export function drop(held, choices, picked, pile) {
  if (held.gathered.length) return tap(held, choices, picked);
  return aim({ ...NOTHING, lifted: picked }, choices, pile);
}

/**
 * What was gathered is sent.
 *
 * @param {Held} held
 * @returns {Outcome}
 */
export function gather(held) {
  const actions = held.gathered.map(({ action }) => action).sort((one, other) => one - other);
  return { held: NOTHING, actions };
}

/**
 * Tells whether something can be done with a pile now: with the lifted card; or the one thing that
 * needs no card, if the cards in it have no use of their own.
 *
 * @param {Held} held
 * @param {LegalAction[]} choices
 * @param {string} pile
 */
export function isAimed(held, choices, pile) {
  const fitting = offered({ ...held, aimed: "" }, choices).filter(({ target }) => target === pile);
  if (held.lifted) return fitting.length > 0;
  return fitting.length === 1 && !choices.some(({ card, zone }) => card && zone === pile);
}

/**
 * What stays held when the table has changed: a card that still lies there, nothing else.
 *
 * @param {Held} held
 * @param {Iterable<Picked>} cards
 * @returns {Held}
 */
export function kept(held, cards) {
  const { lifted } = held;
  const lies = [...cards].some((card) => card.key === lifted?.key && card.zone === lifted.zone);
  return lifted && lies ? { ...NOTHING, lifted } : NOTHING;
}

/**
 * @param {Held} held
 * @param {LegalAction[]} choices
 * @returns {Outcome}
 */
function again(held, choices) {
  const [first] = offered(held, choices);
  if (!first) return { held: NOTHING, actions: [] };
  return choose(held, choices, held.armed < 0 ? first.action : held.armed);
}

/**
 * @param {Held} held
 * @param {LegalAction[]} choices
 * @param {Picked} picked
 * @returns {Held}
 */
function toggled(held, choices, picked) {
  const rest = held.gathered.filter((one) => one.picked.key !== picked.key);
  if (rest.length < held.gathered.length) return { ...NOTHING, gathered: rest };
  const kind = choices.find(({ action }) => action === held.gathered[0].action)?.kind;
  const fitting = chosen(choices, picked).find((one) => one.combines && one.kind === kind);
  if (!fitting) return held;
  return { ...NOTHING, gathered: [...rest, { picked, action: fitting.action }] };
}
