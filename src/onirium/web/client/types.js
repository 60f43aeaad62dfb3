/**
 * What the server and the page say to each other, and what the modules of the page share.
 *
 * @typedef {import("./vendor/lit-html.js").TemplateResult} TemplateResult
 * @typedef {import("./i18n.js").Words} Words
 * @typedef {import("./card_widgets.js").Desk} Desk
 * @typedef {import("./selection.js").Held} Held
 * @typedef {import("./selection.js").Picked} Picked
 * @typedef {import("./card_identity.js").Placement} Placement
 */

/**
 * A legal action, worded for the reader.
 *
 * @typedef {object} Choice
 * @property {number} action
 * @property {string} kind
 * @property {string} card the card it concerns, or empty
 * @property {string} zone where that card lies, or empty
 * @property {string} target the pile it aims at, or empty
 * @property {string} warning what cannot be mended afterwards, in words, or empty
 * @property {boolean} usual
 * @property {boolean} combines
 * @property {string} label
 * @property {string} note
 */

/**
 * What one seat sees; each game adds its own piles.
 *
 * @typedef {{seat: number, player: number, step: string, returns: number[]} &
 *   Record<string, any>} View
 */

/**
 * One thing that happened, and the table after it.
 *
 * @typedef {object} Frame
 * @property {number} seat who decided, -1 for chance
 * @property {string[]} story
 * @property {View} view
 */

/**
 * @typedef {object} Seat
 * @property {string} who "human" or the name of a computer player
 * @property {string} name
 * @property {boolean} here
 * @property {boolean} mine
 * @property {boolean} vacant
 */

/**
 * @typedef {object} Sight
 * @property {"sight"} type
 * @property {string} nonce
 * @property {string} table
 * @property {string} game
 * @property {Record<string, unknown>} options
 * @property {string} sort "table", "daily" or "tutorial"
 * @property {number} version
 * @property {number} seat whose eyes; 7 for those who only watch
 * @property {number[]} mine
 * @property {number} handover
 * @property {Seat[]} seats
 * @property {Frame[]} frames
 * @property {Choice[]} choices
 * @property {string} prompt
 * @property {string[]} help
 * @property {string[]} story
 * @property {"" | "free" | "practice" | "ask"} undo
 * @property {"" | "free" | "practice"} hint
 * @property {boolean} judged
 * @property {{seat: number, mine: boolean} | null} asked mine if the reader is to answer
 * @property {boolean} practice
 * @property {boolean} over
 * @property {string} ending
 * @property {number} resigned
 * @property {string} next
 * @property {boolean} links whether links to the table work
 * @property {boolean} hosting whether the reader may switch them on and off
 * @property {{seat: number, phrase: string}[]} talk
 * @property {string[]} phrases
 * @property {string} commitment
 * @property {string} seed
 * @property {{text: string, step: number, steps: number} | null} lesson
 */

/**
 * @typedef {{type: "refusal", nonce: string, code: string, reason: string, sight?: Sight | null}}
 *   Refusal
 */

/**
 * @typedef {{type: "invitation", nonce: string, seat: number, link: string, qr: string[]}}
 *   Invitation
 */

/**
 * What each choice promises; no chances when enough was said.
 *
 * @typedef {object} Chances
 * @property {"chances"} type
 * @property {string} nonce
 * @property {number} version of the table for which it holds
 * @property {{action: number, chance: number}[]} chances
 * @property {boolean} complete whether no better estimate will follow
 */

/** @typedef {Sight | Refusal | Invitation | Chances} Message */

/** The line holds. @typedef {{type: "pong", nonce: string}} Pong */

/** @typedef {{do: string, nonce?: string, version?: number} & Record<string, unknown>} Order */

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
 * @property {(view: View, choice: Choice) => View | null} guess how the table will stand when a choice
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
 * @property {(order: Order) => void} send
 * @property {(dialog: string) => void} open
 * @property {() => void} skip
 * @property {(sure?: boolean) => void} hint
 */

/**
 * All that the page shows.
 *
 * @typedef {object} Model
 * @property {Sight} sight
 * @property {View} view the table at the frame that is being shown
 * @property {Choice[]} choices none while frames are shown or an answer is awaited
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
 * @property {{seat: number, phrase: string}[]} said just now
 * @property {boolean} busy whether frames are being shown
 */

export {};
