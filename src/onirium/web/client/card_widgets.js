/** Widgets of the tables of all games: the surface, piles and cards. */

import { valueBadge } from "./hint_view.js";
import { actionsOfCard, isTarget } from "./selection.js";
import { bestValue } from "./hint_model.js";
import { copyIndex, latestCard } from "./card_identity.js";
import { pictureAddress } from "./pictures.js";
import { classNames } from "./elements.js";
import { distinctName } from "./seat_names.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").CardRef} CardRef */
/** @typedef {import("./types.js").TemplateResult} TemplateResult */

/**
 * @typedef {object} CardStyle
 * @property {(card: string, index: number, key: string) => string} [picture] picture to show instead of the card's own
 * @property {string} [className]
 * @property {(index: number) => string} [position] custom properties that place a card
 * @property {(card: string, index: number) => unknown} [badge] an overlay on a card
 * @property {(index: number) => string} [note] the text of its badge for screen readers
 * @property {boolean} [isTabStop] Tab reaches it; arrow keys reach the others
 * @property {boolean} [isNamedByPile] its pile names it to screen readers
 */

export class CardWidgets {
  /**
   * @param {Model} model
   * @param {Handlers} handlers
   */
  constructor(model, handlers) {
    this.model = model;
    this.handlers = handlers;
    this.words = model.words;
    this.legalActions = model.legalActions;
    this.selection = model.selection;
    /** The zones rendered so far; actions in other zones get a panel. */
    this.renderedZones = new Set();
  }

  /**
   * @param {string} key
   * @param {Record<string, unknown>} [values]
   */
  text(key, values) {
    return this.words.text(key, values);
  }

  /**
   * @param {string} key
   * @param {number} number
   * @param {Record<string, unknown>} [values]
   */
  count(key, number, values) {
    return this.words.count(key, number, values);
  }

  /**
   * Returns the name of a seat's occupant, with the number of the seat if another has that name.
   *
   * @param {number} seat
   */
  name(seat) {
    return distinctName(this.model, seat);
  }

  /**
   * Returns the name of a card, with what else its picture shows.
   *
   * @param {string} card
   */
  cardName(card) {
    const { words } = this;
    const key = `card_details.${card}`;
    return words.has(key) ? `${words.card(card)} (${words.text(key)})` : words.card(card);
  }

  /**
   * Returns the address of a picture; cards have variants, signs have none.
   *
   * @param {string} name
   * @param {string | number} [variant]
   */
  picture(name, variant) {
    return pictureAddress(this.model.art, name, variant);
  }

  /**
   * Returns the legal actions of a card.
   *
   * @param {string} zone
   * @param {string} card
   */
  actionsOfCard(zone, card) {
    return actionsOfCard(this.legalActions, { zone, card });
  }

  /**
   * Returns the card that arrived in a pile last.
   *
   * @param {string} zone
   */
  latestCard(zone) {
    return latestCard(this.model.placed, zone);
  }

  /**
   * Returns the address of the picture of the copy that arrived in a zone last.
   *
   * @param {string} zone
   * @param {string} card
   */
  latestPicture(zone, card) {
    const copies = (this.model.placed.get(zone) ?? []).filter((one) => one.card === card);
    const latest = latestCard(new Map([[zone, copies]]), zone);
    return this.picture(card, copyIndex(latest?.key ?? ""));
  }

  /**
   * Returns the cards of a zone with the keys of their copies.
   *
   * @param {string} zone
   * @param {string[]} cards
   * @returns {CardRef[]}
   */
  copies(zone, cards) {
    const free = [...(this.model.placed.get(zone) ?? [])];
    return cards.map((card, index) => {
      const found = free.findIndex((placed) => placed.card === card);
      const key = found < 0 ? `${card}~${index}` : free.splice(found, 1)[0].key;
      return { zone, card, key };
    });
  }

  /**
   * Renders the cards of a zone: buttons if they have legal actions or lie in the own hand. Tab
   * stops at the first card with legal actions, else at the first; arrow keys reach the others.
   *
   * @param {string} zone
   * @param {string[]} cards
   * @param {CardStyle} [style]
   * @returns {TemplateResult[]}
   */
  cards(zone, cards, style = {}) {
    this.renderedZones.add(zone);
    const usable = cards.findIndex((card) => this.actionsOfCard(zone, card).length > 0);
    const tabStop = Math.max(usable, 0);
    return this.copies(zone, cards).map((copy, index) =>
      this.card(copy, index, { ...style, isTabStop: index === tabStop }),
    );
  }

  /**
   * @param {CardRef} cardRef
   * @param {number} index
   * @param {CardStyle} style
   */
  card(cardRef, index, style) {
    const { zone, card, key } = cardRef;
    const picture = style.picture?.(card, index, key) ?? this.picture(card, copyIndex(key));
    const legalActions = this.actionsOfCard(zone, card);
    const isLegal = legalActions.length > 0;
    const name = this.cardName(card);
    const alt = style.isNamedByPile ? "" : name;
    const face = html`<img src=${picture} alt=${alt} draggable="false" decoding="sync" />${
        style.badge?.(card, index) ?? nothing
      }${valueBadge(this.model.hint, legalActions, this.words)}`;
    const classes = ["card", style.className ?? ""].join(" ");
    const position = `--i: ${index}; ${style.position?.(index) ?? ""}`;
    if (!isLegal && !this.isInteractive(zone)) {
      return html`<span
        class=${classes}
        data-key=${key}
        data-zone=${zone}
        title=${name}
        .style=${position}
        >${face}</span
      >`;
    }
    const state = this.state(cardRef, isLegal);
    return html`<button
      type="button"
      class="${classes} ${state}"
      data-key=${key}
      data-zone=${zone}
      data-card=${card}
      aria-label=${[this.accessibleName(name, state, legalActions), style.note?.(index)].filter(Boolean).join(", ")}
      aria-pressed=${state.includes("lifted") || state.includes("gathered")}
      aria-disabled=${!isLegal}
      tabindex=${style.isTabStop ? 0 : -1}
      .style=${position}
      @click=${() => this.handlers.tap(cardRef)}
    >
      ${face}
    </button>`;
  }

  /**
   * Returns whether the cards of a zone are buttons in this decision; those in hand always are,
   * except in a replay.
   *
   * @param {string} zone
   */
  isInteractive(zone) {
    if (this.model.isReplay) return false;
    if ((this.model.game.handZones ?? ["hand"]).includes(zone)) return true;
    return this.legalActions.some((legalAction) => legalAction.zone === zone && legalAction.card);
  }

  /**
   * @param {CardRef} cardRef
   * @param {boolean} isLegal whether it has legal actions
   */
  state(cardRef, isLegal) {
    const { lifted, gathered } = this.selection;
    const isLifted = lifted?.key === cardRef.key && lifted.zone === cardRef.zone;
    return classNames({
      legal: isLegal,
      spare: isLegal && this.isSpare(cardRef),
      dim: this.legalActions.length > 0 && !isLegal,
      lifted: isLifted,
      gathered: gathered.some((one) => one.cardRef.key === cardRef.key),
    });
  }

  /**
   * Returns whether all actions of a card are deliberate, as if it can only be given away.
   *
   * @param {CardRef} cardRef
   */
  isSpare({ zone, card }) {
    const deliberate = this.model.game.deliberateKinds ?? [];
    return this.actionsOfCard(zone, card).every(({ kind }) => deliberate.includes(kind));
  }

  /**
   * @param {string} name
   * @param {string} state
   * @param {LegalAction[]} legalActions
   */
  accessibleName(name, state, legalActions) {
    if (state.includes("gathered")) return this.text("page.table.card.selected", { card: name });
    const best = bestValue(this.model.hint, legalActions);
    if (best) {
      const win_probability = this.words.probability(best.winProbability);
      return this.text("page.hint.card", { card: name, win_probability });
    }
    const spare = this.model.game.spareTextKey ?? "page.table.card.spare";
    if (state.includes("spare")) return this.text(spare, { card: name });
    return name;
  }

  /**
   * Renders the surface of the table, between bar and dock.
   *
   * @param {unknown} table
   */
  surface(table) {
    const label = this.text("page.table.table");
    return html`<div class="table-surface" role="group" aria-label=${label}>${table}</div>`;
  }

  /**
   * Renders a labelled pile; the lifted card can be dropped on it if an action aims at it.
   *
   * @param {string} pile
   * @param {string} label
   * @param {unknown} content
   * @param {{className: string}} style
   */
  pile(pile, label, content, { className }) {
    const aims = isTarget(this.selection, this.legalActions, pile);
    return html`<div
      role="group"
      tabindex="-1"
      class="spot ${className} ${aims ? "aims" : ""}"
      data-pile=${pile}
      aria-label=${label}
    >
      ${content}${aims ? this.dropTarget(pile, label) : nothing}
    </div>`;
  }

  /**
   * @param {string} pile
   * @param {string} label
   */
  dropTarget(pile, label) {
    const { lifted } = this.selection;
    const fitting = this.legalActions.filter((legalAction) =>
      lifted
        ? legalAction.card === lifted.card &&
          legalAction.zone === lifted.zone &&
          legalAction.target === pile
        : !legalAction.card && legalAction.target === pile,
    );
    const name = fitting.length === 1 ? fitting[0].label : label;
    return html`<button
      type="button"
      class="goal"
      aria-label=${name}
      @click=${() => this.handlers.aim(pile)}
    >
      ${valueBadge(this.model.hint, fitting, this.words)}
    </button>`;
  }
}
