/** Selection of cards: turns taps and drops into actions. */

/** @typedef {import("./protocol.js").LegalAction} LegalAction */

/**
 * Reference to a card on the table.
 *
 * @typedef {{zone: string, card: string, key: string}} CardRef
 */

/**
 * @typedef {object} Selection
 * @property {CardRef | null} lifted
 * @property {string} aimed the pile it was dropped on if several actions remain, or empty
 * @property {{cardRef: CardRef, action: number}[]} gathered cards selected for a combined action
 * @property {number} armed the action whose warning is shown, or -1
 */

/** @typedef {{selection: Selection, actions: number[]}} Outcome */

/** @type {Selection} */
export const EMPTY_SELECTION = Object.freeze({ lifted: null, aimed: "", gathered: [], armed: -1 });

/**
 * Returns the legal actions of a card.
 *
 * @param {LegalAction[]} legalActions
 * @param {{zone: string, card: string}} cardRef
 */
export function actionsOfCard(legalActions, { zone, card }) {
  return legalActions.filter(
    (legalAction) => legalAction.card === card && legalAction.zone === zone && card,
  );
}

/**
 * Returns the actions shown as buttons: those of the lifted card, or those without a card. Actions
 * that start gathering cards come last.
 *
 * @param {Selection} selection
 * @param {LegalAction[]} legalActions
 */
export function buttonActions(selection, legalActions) {
  if (selection.gathered.length) return [];
  if (!selection.lifted) return legalActions.filter((legalAction) => !legalAction.card);
  const own = actionsOfCard(legalActions, selection.lifted).sort(
    (one, other) => Number(one.combines) - Number(other.combines),
  );
  return selection.aimed
    ? own.filter((legalAction) => legalAction.target === selection.aimed)
    : own;
}

/**
 * Handles a tap on a card: the first lifts it, the second takes its first action that is not
 * deliberate.
 *
 * @param {Selection} selection
 * @param {LegalAction[]} legalActions
 * @param {CardRef} cardRef
 * @param {string[]} [deliberateKinds] kinds of actions that need a button or a pile
 * @returns {Outcome}
 */
export function tap(selection, legalActions, cardRef, deliberateKinds = []) {
  if (selection.gathered.length)
    return { selection: toggleGathered(selection, legalActions, cardRef), actions: [] };
  if (selection.lifted?.key === cardRef.key && selection.lifted.zone === cardRef.zone) {
    return confirm(selection, legalActions, deliberateKinds);
  }
  if (
    selection.lifted &&
    selection.lifted.zone !== cardRef.zone &&
    isTarget(selection, legalActions, cardRef.zone)
  ) {
    return aim(selection, legalActions, cardRef.zone);
  }
  return { selection: { ...EMPTY_SELECTION, lifted: cardRef }, actions: [] };
}

/**
 * Takes an action; one with a warning must be confirmed by a second tap.
 *
 * @param {Selection} selection
 * @param {LegalAction[]} legalActions
 * @param {number} action
 * @returns {Outcome}
 */
export function choose(selection, legalActions, action) {
  const legalAction = legalActions.find((one) => one.action === action);
  if (!legalAction) return { selection, actions: [] };
  if (legalAction.combines && selection.lifted) {
    return {
      selection: { ...EMPTY_SELECTION, gathered: [{ cardRef: selection.lifted, action }] },
      actions: [],
    };
  }
  if (legalAction.warning && selection.armed !== action) {
    return { selection: { ...selection, armed: action }, actions: [] };
  }
  return { selection: EMPTY_SELECTION, actions: [action] };
}

/**
 * Handles a tap on a pile, or the drop of the lifted card on it.
 *
 * @param {Selection} selection
 * @param {LegalAction[]} legalActions
 * @param {string} pile
 * @returns {Outcome}
 */
export function aim(selection, legalActions, pile) {
  const aimed = { ...selection, aimed: "", armed: -1 };
  const fitting = buttonActions(aimed, legalActions).filter(
    (legalAction) => legalAction.target === pile,
  );
  if (fitting.length === 1)
    return choose({ ...selection, aimed: "" }, legalActions, fitting[0].action);
  if (fitting.length && selection.lifted)
    return { selection: { ...aimed, aimed: pile }, actions: [] };
  return { selection, actions: [] };
}

/**
 * Handles a card dragged to a pile.
 *
 * @param {Selection} selection
 * @param {LegalAction[]} legalActions
 * @param {CardRef} cardRef
 * @param {string} pile
 * @returns {Outcome}
 */
export function drop(selection, legalActions, cardRef, pile) {
  if (selection.gathered.length) return tap(selection, legalActions, cardRef);
  return aim({ ...EMPTY_SELECTION, lifted: cardRef }, legalActions, pile);
}

/**
 * Takes the combined action of the gathered cards.
 *
 * @param {Selection} selection
 * @returns {Outcome}
 */
export function gather(selection) {
  const actions = selection.gathered.map(({ action }) => action).sort((one, other) => one - other);
  return { selection: EMPTY_SELECTION, actions };
}

/**
 * Returns whether a pile is a target: of the lifted card, or of the only action without a card if
 * the cards in the pile have no actions themselves.
 *
 * @param {Selection} selection
 * @param {LegalAction[]} legalActions
 * @param {string} pile
 */
export function isTarget(selection, legalActions, pile) {
  const fitting = buttonActions({ ...selection, aimed: "" }, legalActions).filter(
    ({ target }) => target === pile,
  );
  if (selection.lifted) return fitting.length > 0;
  return fitting.length === 1 && !legalActions.some(({ card, zone }) => card && zone === pile);
}

/**
 * Keeps the lifted card after a change of the table if it is still present, and an answer to the
 * question, if there is one.
 *
 * @param {Selection} selection
 * @param {Iterable<CardRef>} cards
 * @param {LegalAction[]} legalActions
 * @returns {Selection}
 */
export function keepSelection(selection, cards, legalActions) {
  const { lifted } = selection;
  if (!lifted) return EMPTY_SELECTION;
  const isPlaced = [...cards].some(({ key, zone }) => key === lifted.key && zone === lifted.zone);
  const isAnswer = !legalActions.length || actionsOfCard(legalActions, lifted).length > 0;
  return isPlaced && isAnswer ? { ...EMPTY_SELECTION, lifted } : EMPTY_SELECTION;
}

/**
 * @param {Selection} selection
 * @param {LegalAction[]} legalActions
 * @param {string[]} deliberateKinds
 * @returns {Outcome}
 */
function confirm(selection, legalActions, deliberateKinds) {
  if (selection.armed >= 0) return choose(selection, legalActions, selection.armed);
  const first = buttonActions(selection, legalActions).find(
    ({ kind }) => !deliberateKinds.includes(kind),
  );
  if (!first) return { selection: EMPTY_SELECTION, actions: [] };
  return choose(selection, legalActions, first.action);
}

/**
 * @param {Selection} selection
 * @param {LegalAction[]} legalActions
 * @param {CardRef} cardRef
 * @returns {Selection}
 */
function toggleGathered(selection, legalActions, cardRef) {
  const rest = selection.gathered.filter((one) => one.cardRef.key !== cardRef.key);
  if (rest.length < selection.gathered.length) return { ...EMPTY_SELECTION, gathered: rest };
  const kind = legalActions.find(({ action }) => action === selection.gathered[0].action)?.kind;
  const fitting = actionsOfCard(legalActions, cardRef).find(
    (one) => one.combines && one.kind === kind,
  );
  if (!fitting) return selection;
  return { ...EMPTY_SELECTION, gathered: [...rest, { cardRef, action: fitting.action }] };
}
