/**
 * The types that the modules of the client share; those of the wire protocol are in protocol.d.ts.
 *
 * @typedef {import("./vendor/lit-html.js").TemplateResult} TemplateResult
 * @typedef {import("./protocol.js").ChatPhrase} ChatPhrase
 * @typedef {import("./protocol.js").Command} Command
 * @typedef {import("./protocol.js").Invitation} Invitation
 * @typedef {import("./protocol.js").LegalAction} LegalAction
 * @typedef {import("./protocol.js").TableView} TableView
 * @typedef {import("./i18n.js").Words} Words
 * @typedef {import("./card_widgets.js").Desk} Desk
 * @typedef {import("./selection.js").Held} Held
 * @typedef {import("./selection.js").Picked} Picked
 * @typedef {import("./card_identity.js").Placement} Placement
 */

/**
 * What one seat sees; each game adds its own piles.
 *
 * @typedef {{seat: number, player: number, step: string, returns: number[]} &
 *   Record<string, any>} View
 */

/**
 * What a game's module of the page exports.
 *
 * @typedef {object} Game
 * @property {(view: View) => [string, string[]][]} zones every visible card, "?" for hidden ones
 * @property {(view: View, desk: Desk) => TemplateResult} table the table without the own hand
 * @property {(view: View, desk: Desk) => TemplateResult} hand
 * @property {(view: View, desk: Desk) => unknown} [panel] what is being decided about
 * @property {(view: View) => {card: string, chance: number}[]} odds of the next card, best first
 * @property {(views: View[]) => View} open
 * @property {(view: View, choice: LegalAction) => View | null} guess how the table will stand when a choice
 *   has been made, as far as one can tell; shown until the server answers
 * @property {string} [gatherWord] the key of the words that send what was gathered
 * @property {string[]} [quiet] kinds of choices that the table offers itself, without a button
 */

/**
 * What the page does when somebody touches it.
 *
 * @typedef {object} Acts
 * @property {(picked: Picked) => void} tap
 * @property {(picked: Picked | null) => void} lift
 * @property {(action: number) => void} choose
 * @property {(pile: string) => void} aim
 * @property {() => void} gather
 * @property {() => void} putDown
 * @property {(command: Command) => void} send
 * @property {(dialog: string) => void} open
 * @property {() => void} skip
 * @property {(sure?: boolean) => void} hint
 */

/**
 * All that the page shows.
 *
 * @typedef {object} Model
 * @property {TableView} sight
 * @property {View} view the table at the frame that is being shown
 * @property {LegalAction[]} choices none while frames are shown or an answer is awaited
 * @property {string[]} story
 * @property {Placement} placed
 * @property {Held} held
 * @property {Game} game
 * @property {Words} words
 * @property {string} art where the pictures of the game lie
 * @property {string[]} bots
 * @property {"open" | "waiting" | "lost"} line
 * @property {string} dialog
 * @property {Invitation | null} invitation
 * @property {import("./hint_model.js").Hint | null} hint
 * @property {string} notice
 * @property {{polite: string[], urgent: string}} spoken
 * @property {ChatPhrase[]} said just now
 * @property {boolean} busy whether frames are being shown
 */

export {};
