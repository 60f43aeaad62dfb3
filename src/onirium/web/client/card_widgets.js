/** What the tables of all games are made of: cards and piles that can be touched. */

import { promised } from "./hint_view.js";
import { chosen, isAimed } from "./selection.js";
import { promiseOf } from "./hint_model.js";
import { HIDDEN, copyOf, latest } from "./card_identity.js";
import { listed } from "./seats.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Acts} Acts */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Picked} Picked */
/** @typedef {import("./types.js").TemplateResult} TemplateResult */
/** @typedef {import("./card_identity.js").Placed} Placed */

const VARIANTS = 3;

/**
 * @typedef {object} Look
 * @property {(card: string, place: number) => string} [picture] another picture than the card's own
 * @property {boolean} [compact] small and without a touch of their own where they offer nothing
 * @property {(card: string, place: number) => unknown} [badge] what is laid over a card
 */

export class Desk {
  /**
   * @param {Model} model
   * @param {Acts} acts
   */
  constructor(model, acts) {
    this.model = model;
    this.acts = acts;
    this.words = model.words;
    this.choices = model.choices;
    this.held = model.held;
    /** The zones drawn so far; those that choices name and nobody draws get a panel. */
    this.drawn = new Set();
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
   * The name of whoever sits in a seat.
   *
   * @param {number} seat
   */
  name(seat) {
    const { name, occupant } = this.model.sight.seats[seat] ?? { name: "", occupant: "human" };
    if (name) return name;
    if (occupant === "human") return this.text("player", { number: seat + 1 });
    const key = `page.occupant.${occupant}`;
    return this.words.has(key) ? this.text(key) : occupant;
  }

  /**
   * The address of a picture of the game; cards have variants, signs have none.
   *
   * @param {string} name
   * @param {number} [variant]
   */
  picture(name, variant) {
    const file = name === HIDDEN ? "back" : name.replaceAll(" ", "-").replaceAll("/", "+");
    const ending = variant === undefined ? "svg" : `${variant % VARIANTS}.svg`;
    return `${this.model.art}/${file}.${ending}`;
  }

  /**
   * The choices that a card offers.
   *
   * @param {string} zone
   * @param {string} card
   */
  chosen(zone, card) {
    return chosen(this.choices, { zone, card });
  }

  /**
   * The card that came to a pile last.
   *
   * @param {string} zone
   */
  latest(zone) {
    return latest(this.model.placed, zone);
  }

  /**
   * Cards of a zone, as buttons where they offer something or lie in the own hand.
   *
   * @param {string} zone
   * @param {string[]} cards
   * @param {Look} [look]
   * @returns {TemplateResult[]}
   */
  cards(zone, cards, look = {}) {
    this.drawn.add(zone);
    const free = [...(this.model.placed.get(zone) ?? [])];
    return cards.map((card, place) => {
      const found = free.findIndex((placed) => placed.card === card);
      const key = found < 0 ? `${card}~${place}` : free.splice(found, 1)[0].key;
      return this.card({ zone, card, key }, place, look);
    });
  }

  /**
   * @param {Picked} picked
   * @param {number} place
   * @param {Look} look
   */
  card(picked, place, look) {
    const { zone, card, key } = picked;
    const picture = look.picture?.(card, place) ?? this.picture(card, copyOf(key));
    const choices = this.chosen(zone, card);
    const offers = choices.length > 0;
    const name = this.words.card(card);
    const face = html`<img src=${picture} alt=${name} draggable="false" decoding="sync" />${
        look.badge?.(card, place) ?? nothing
      }${promised(this.model.hint, choices, this.words)}`;
    const classes = `card${look.compact ? " compact" : ""}`;
    if (!offers && !this.asks(zone)) {
      return html`<span class=${classes} data-key=${key} data-zone=${zone} title=${name}
        >${face}</span
      >`;
    }
    const state = this.state(picked, offers);
    return html`<button
      type="button"
      class="${classes} ${state}"
      data-key=${key}
      data-zone=${zone}
      data-card=${card}
      aria-label=${this.said(name, state, choices)}
      aria-pressed=${state.includes("lifted") || state.includes("gathered")}
      aria-disabled=${!offers}
      tabindex=${place ? -1 : 0}
      @click=${() => this.acts.tap(picked)}
    >
      ${face}
    </button>`;
  }

  /**
   * Tells whether the cards of a zone are touched in this decision, or always, as the hand is.
   *
   * @param {string} zone
   */
  asks(zone) {
    if (zone === "hand") return true;
    return this.choices.some((choice) => choice.zone === zone && choice.card);
  }

  /**
   * @param {Picked} picked
   * @param {boolean} offers
   */
  state(picked, offers) {
    const { lifted, gathered } = this.held;
    const isLifted = lifted?.key === picked.key && lifted.zone === picked.zone;
    return listed({
      legal: offers,
      dim: this.choices.length > 0 && !offers,
      lifted: isLifted,
      gathered: gathered.some((one) => one.picked.key === picked.key),
    });
  }

  /**
   * @param {string} name
   * @param {string} state
   * @param {LegalAction[]} choices
   */
  said(name, state, choices) {
    if (state.includes("gathered")) return this.text("page.table.card.selected", { card: name });
    if (state.includes("dim")) return this.text("page.table.card.unusable", { card: name });
    const promise = promiseOf(this.model.hint, choices);
    if (promise) {
      const chance = this.words.percent(promise.chance);
      return this.text("page.hint.card", { card: name, chance });
    }
    if (state.includes("legal")) return this.text("page.table.card.legal", { card: name });
    return name;
  }

  /**
   * A labelled part of the table; what is lifted can be put there if that is a choice.
   *
   * @param {string} pile
   * @param {string} label
   * @param {unknown} content
   * @param {{className?: string}} [look]
   */
  spot(pile, label, content, { className = "" } = {}) {
    const aims = isAimed(this.held, this.choices, pile);
    return html`<div
      role="group"
      class="spot ${className} ${aims ? "aims" : ""}"
      data-pile=${pile}
      aria-label=${label}
    >
      ${content}${aims ? this.goal(pile, label) : nothing}
    </div>`;
  }

  /**
   * @param {string} pile
   * @param {string} label
   */
  goal(pile, label) {
    const { lifted } = this.held;
    const fitting = this.choices.filter((choice) =>
      lifted
        ? choice.card === lifted.card && choice.zone === lifted.zone && choice.target === pile
        : !choice.card && choice.target === pile,
    );
    const said = fitting.length === 1 ? fitting[0].label : label;
    return html`<button
      type="button"
      class="goal"
      aria-label=${said}
      @click=${() => this.acts.aim(pile)}
    >
      ${promised(this.model.hint, fitting, this.words)}
    </button>`;
  }
}
