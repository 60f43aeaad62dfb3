/**
 * What the server sends of a table of Nightmarium: see games/nightmarium/view.py.
 *
 * @typedef {{number: string, legs: string, torso: string, head: string}} Creature
 *
 * @typedef {object} Player
 * @property {number} size how many cards are in hand
 * @property {string[]} known those of them that everybody has seen
 * @property {number[]} hidden how many others come from each deck, the present one first
 * @property {number} complete how many creatures are complete
 * @property {Creature[]} creatures
 *
 * @typedef {object} View
 * @property {number} seat whose view it is; no seat of the table's for one who watches
 * @property {number} player whose decision waits
 * @property {string} step what is being decided
 * @property {number} goal how many complete creatures win
 * @property {number} mover whose turn it is
 * @property {number} actions how many actions of the turn are not yet begun
 * @property {string} legion the legion that binds the second action, or empty
 * @property {string[]} hand
 * @property {Player[]} players
 * @property {Record<string, number>} discard
 * @property {string[]} revealed
 * @property {{size: number, unseen: Record<string, number>[]}} deck
 * @property {string} creature the creature whose abilities are being played, or empty
 * @property {string[]} abilities those of them that are still to come
 * @property {number} exchanged how many cards were exchanged so far
 * @property {number} victim the seat that discards for terror, or -1
 * @property {string} outcome how the game has ended, or empty
 * @property {string[][]} [hands] the cards of every hand, in an open replay
 */

export {};
