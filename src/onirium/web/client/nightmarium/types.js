/**
 * View of Nightmarium; see games/nightmarium/view.py.
 *
 * @typedef {{number: string, legs: string, torso: string, head: string}} Creature
 *
 * @typedef {object} Player
 * @property {number} size number of cards in hand
 * @property {string[]} known those that every seat has seen
 * @property {number[]} hidden number of the others by deck, the present one first
 * @property {number} complete number of complete creatures
 * @property {Creature[]} creatures
 *
 * @typedef {object} View
 * @property {number} seat the viewer's seat; not a seat of the table for a spectator
 * @property {number} player the seat that decides
 * @property {string} step the pending step
 * @property {number} goal number of complete creatures that wins
 * @property {number} mover the seat on turn
 * @property {number} actions number of actions left in the turn
 * @property {string} legion the legion that binds the second action, or empty
 * @property {string[]} hand
 * @property {Player[]} players
 * @property {Record<string, number>} discard
 * @property {string[]} revealed
 * @property {{size: number, unseen: Record<string, number>[]}} deck
 * @property {string} creature the acting creature, or empty
 * @property {string[]} abilities its pending abilities
 * @property {number} exchanged number of cards exchanged so far
 * @property {number} victim the seat that discards for terror, or -1
 * @property {string} outcome result of the game, or empty
 * @property {string[][]} [hands] the cards of every hand, in an open replay
 */

export {};
