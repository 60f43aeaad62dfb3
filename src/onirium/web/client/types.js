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
 * @typedef {import("./card_widgets.js").CardWidgets} CardWidgets
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./selection.js").CardRef} CardRef
 * @typedef {import("./card_identity.js").Placement} Placement
 */

/**
 * View of one seat; each game adds its own piles.
 *
 * @typedef {{seat: number, player: number, step: string, returns: number[]} &
 *   Record<string, any>} View
 */

/**
 * What happens between two views of one seat: the sounds and the animations of its events.
 *
 * @typedef {object} GameEvents
 * @property {Record<string, number>} EVENT_MS time that an event takes at steady pace, by its cue; others take none
 * @property {(before: View, after: View) => import("./feedback.js").Cue[]} cues
 * @property {string[]} pictures names of the pictures that only animations show
 * @property {(before: View, after: View, widgets: CardWidgets) => EventAnimation[]} eventAnimations
 */

/**
 * Interface of a game's client module (game_view.js).
 *
 * @typedef {object} Game
 * @property {(view: View) => [string, string[]][]} zones every visible card by zone, "?" for hidden ones
 * @property {(view: View, widgets: CardWidgets) => TemplateResult} table the table without the own hand
 * @property {(view: View, widgets: CardWidgets) => TemplateResult} hand
 * @property {() => string} scene markup of the scenery behind the table
 * @property {(view: View) => string} stage classes of the stage
 * @property {(view: View, widgets: CardWidgets) => string} [tally] progress, shown in the bar
 * @property {(view: View, widgets: CardWidgets) => {number: number, label: string}[]} figures of a finished game
 * @property {(view: View, model: Model) => string} [outcome] how a game ended, if the page has better words
 * @property {(view: View, widgets: CardWidgets) => unknown} [turn] state of the turn, above the question
 * @property {(view: View, widgets: CardWidgets) => unknown} [panel] the cards of the pending decision
 * @property {(zone: string, place: number, key: string) => string | undefined} [variantOf] variant of the picture of a card in a
 *   zone, if it is not that of its copy
 * @property {() => Promise<GameEvents>} loadEvents
 * @property {string[]} [handZones] zones of the cards in hand, if there are several
 * @property {Record<string, string>} stageMarks selectors of elements on which rules for the whole page
 *   depend, by their words in the attribute `data-stage`
 * @property {string[]} [exitZones] zones whose cards leave the game; those of other zones return to the deck
 * @property {Record<string, string>} zoneKeys selectors of the zones to which a key moves the focus
 * @property {(view: View, widgets: CardWidgets) => string[]} situation sentences for screen readers, without the own hand
 * @property {(view: View, widgets: CardWidgets) => string[]} [turnFacts] sentences for screen readers after the question:
 *   without them a second action would repeat the words of the first, and be silent
 * @property {(view: View) => string} [handKey] key of the name of the own cards, if it is not "pile.hand"
 * @property {(view: View) => {card: string, count: number, probability: number}[]} odds of the next card, best first
 * @property {(views: View[]) => View} open
 * @property {(view: View, legalAction: LegalAction) => View | null} predict predicted view after an action, shown
 *   until the reply arrives; null if unknown
 * @property {string} [spareTextKey] key of the name of a card that can only be given away, if it is not discarded
 * @property {string} [gatherTextKey] key of the text of the button that sends gathered cards
 * @property {(number: number, words: Words, view: View) => string} [gatherNote] consequence of sending gathered cards
 * @property {string[]} [silentKinds] kinds of actions without a button, offered by the table itself
 * @property {(legalActions: import("./protocol.js").LegalAction[]) => number[]} [routine] actions
 *   that are taken without a question if the user has suppressed it
 * @property {(options: TableView["options"], words: Words) => string} [routineLabel] label of the
 *   switch for these questions; empty if a game with these options has none
 * @property {string[]} [deliberateKinds] kinds of actions that a second tap on a card does not take
 * @property {(view: View, lifted: CardRef, words: Words, isLegal: boolean) => string} [promptFor] question about a
 *   lifted card whose only actions are deliberate or belong to a pair, or empty
 */

/**
 * Callbacks of the rendered page.
 *
 * @typedef {object} Handlers
 * @property {(cardRef: CardRef) => void} tap
 * @property {(cardRef: CardRef | null) => void} lift
 * @property {(action: number) => void} choose
 * @property {(pile: string) => void} aim
 * @property {() => void} gather
 * @property {() => void} putDown
 * @property {(command: Command) => void} send
 * @property {(dialog: string) => void} open
 * @property {() => void} skip
 * @property {() => void} refresh renders the page again
 * @property {(notice: string) => void} showNotice
 * @property {(sure?: boolean) => void} hint
 * @property {(sure?: boolean) => void} takeBack
 * @property {() => void} withdrawTakeback
 */

/**
 * The animation of an event between two views of the table.
 *
 * @typedef {object} EventAnimation
 * @property {"appear" | "reveal" | "find" | "return" | "shuffle" | "glow" | "announce"} kind
 * @property {string} picture of its card
 * @property {string} [text] of an announcement
 * @property {string} from selector of the place from which the card comes
 * @property {string} to selector of the place to which it goes
 * @property {string} [zone] zone of the card, whose flight the animation replaces
 * @property {number} [delay] in milliseconds at steady pace
 * @property {boolean} [isStill] whether it only fades
 * @property {{shut: string[], doorway: string, leaf: string}} [door] pictures of a door to be opened
 */

/**
 * Model of the table page.
 *
 * @typedef {object} Model
 * @property {TableView} tableView
 * @property {View} view the view of the frame shown
 * @property {LegalAction[]} legalActions empty while frames are shown or a reply is pending
 * @property {import("./protocol.js").Sentence[]} narration
 * @property {Placement} placed
 * @property {Selection} selection
 * @property {Game} game
 * @property {Words} words
 * @property {string} art URL of the card art
 * @property {string[]} bots
 * @property {"open" | "waiting" | "lost"} connectionStatus
 * @property {string} dialog
 * @property {boolean} showsResult whether the end of the game lies on the table
 * @property {Record<string, import("./dialogs.js").Content>} dialogContents empty until they are loaded
 * @property {Invitation | null} invitation
 * @property {import("./hint_model.js").Hint | null} hint
 * @property {boolean} awaitsHint whether a hint is requested, and has no values yet
 * @property {string} notice
 * @property {ChatPhrase[]} phrases recent ones
 * @property {boolean} busy whether frames are being shown
 * @property {boolean} skippable whether a button skips these frames
 * @property {boolean} [isReplay] whether the table accepts no input
 */

export {};
