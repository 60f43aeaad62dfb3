/** The table as a page: a pure function of the model. */

import { advice, promised } from "./hint_view.js";
import { Desk } from "./card_widgets.js";
import { dialogs, rematch } from "./dialogs.js";
import { felt } from "./table_surface.js";
import { NOTHING, offered } from "./selection.js";
import { icon } from "./icons.js";
import { seats } from "./seats.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Acts} Acts */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./types.js").Model} Model */

/** So many sentences of the story stay beside the table. */
const LATEST = 30;
/** More cards than these stand closer in the panel. */
const FEW = 6;

/**
 * @param {Model} model
 * @param {Acts} acts
 */
export function page(model, acts) {
  const { sight, words } = model;
  const desk = new Desk(model, acts);
  return html`
    ${header(model, desk, acts)} ${felt(model.game.table(model.view, desk), words)}
    <div class="dock">${news(model)} ${dock(model, desk, acts)}</div>
    ${sight.handover_seat >= 0 ? cover(model, desk) : nothing} ${dialogs(model, desk, acts)}
    <div class="unseen" role="log" aria-live="polite">
      ${model.spoken.polite.map((sentence) => html`<p>${sentence}</p>`)}
    </div>
    <div class="unseen" role="alert">${model.spoken.urgent}</div>
    ${model.notice ? html`<p class="notice" role="status">${model.notice}</p>` : nothing}
    ${
      model.line === "open"
        ? nothing
        : html`<p class="line" role="status">${words.text(`page.table.connection.${model.line}`)}</p>`
    }
  `;
}

/**
 * @param {Model} model
 * @param {Desk} desk
 * @param {Acts} acts
 */
function header(model, desk, acts) {
  const { sight, words } = model;
  /** @param {"odds" | "help" | "menu" | "story"} name */
  const opens = (name) =>
    html`<button
      type="button"
      class="tool ${name}"
      aria-label=${words.text(`page.table.${name}`)}
      title=${words.text(`page.table.${name}`)}
      @click=${() => acts.open(name)}
    >
      ${icon(name)}
    </button>`;
  const undo = words.text(sight.takeback ? `page.table.undo.${sight.takeback}` : "page.table.undo");
  return html`<header class="bar">
    <a class="tool" href="/" aria-label=${words.text("page.table.home")}>${icon("home")}</a>
    <h1 class=${sight.seats.length > 1 ? "unseen" : ""}>${words.text("name")}</h1>
    ${sight.seats.length > 1 ? seats(model, desk, acts) : nothing}
    ${
      sight.unranked && sight.kind !== "tutorial"
        ? html`<span class="mark">${words.text("page.table.practice")}</span>`
        : nothing
    }
    <span class="gap"></span>
    <button
      type="button"
      class="tool"
      aria-label=${undo}
      title=${undo}
      aria-disabled=${!sight.takeback}
      @click=${() => sight.takeback && acts.send({ type: "take_back" })}
    >
      ${icon("undo")}
    </button>
    ${opens("odds")} ${opens("story")} ${opens("help")} ${opens("menu")}
  </header>`;
}

/** @param {Model} model */
function news({ story, words }) {
  return html`<ol
    class="news"
    tabindex="0"
    aria-label=${words.text("page.table.story")}
    data-scroll
  >
    ${story.slice(-LATEST).map((sentence) => html`<li>${sentence}</li>`)}
  </ol>`;
}

/**
 * @param {Model} model
 * @param {Desk} desk
 * @param {Acts} acts
 */
function dock(model, desk, acts) {
  const { game, view, sight } = model;
  const hand = game.hand(view, desk);
  return html`
    ${sight.tutorial ? bubble(sight.tutorial, model) : nothing}
    ${sight.takeback_request ? takeback(model, desk, acts) : nothing}
    <div class="panel">${game.panel?.(view, desk) ?? nothing} ${others(desk)}</div>
    ${advice(model)}
    <div class="ask">
      <p class="prompt">${prompt(model, desk)}</p>
      ${sight.hint && model.choices.length ? bulb(model, acts) : nothing}
    </div>
    <div class="choices">${choices(model, desk, acts)}</div>
    ${hand}
  `;
}

/**
 * @param {Model} model
 * @param {Acts} acts
 */
function bulb({ sight, hint, words }, acts) {
  const label = words.text(sight.hint === "free" ? "page.table.hint" : "page.table.hint.unranked");
  return html`<button
    type="button"
    class="tool hint"
    aria-label=${label}
    title=${label}
    aria-pressed=${Boolean(hint)}
    @click=${() => acts.hint()}
  >
    ${icon("hint")}
  </button>`;
}

/**
 * @param {import("./protocol.js").TutorialStep} lesson
 * @param {Model} model
 */
function bubble({ text, index, count }, { words }) {
  return html`<div class="bubble">
    <p>${text}</p>
    <progress max=${count} value=${index} aria-label=${words.text("page.table.tutorial")}></progress>
    <a href="/">${words.text("page.table.tutorial.skip")}</a>
  </div>`;
}

/**
 * @param {Model} model
 * @param {Desk} desk
 * @param {Acts} acts
 */
function takeback({ sight, words }, desk, acts) {
  const { takeback_request: request, own_seats: mine } = sight;
  if (!request) return nothing;
  if (!request.awaits_viewer) {
    const key = mine.includes(request.seat) ? "page.table.takeback.pending" : "page.table.takeback";
    return html`<p class="asked">${words.text(key, { player: desk.name(request.seat) })}</p>`;
  }
  /** @param {boolean} yes */
  const answer = (yes) =>
    html`<button type="button" @click=${() => acts.send({ type: "answer_takeback", accept: yes })}>
      ${words.text(yes ? "page.table.takeback.accept" : "page.table.takeback.decline")}
    </button>`;
  return html`<div class="asked" role="status">
    <p>${words.text("page.table.takeback", { player: desk.name(request.seat) })}</p>
    ${answer(true)} ${answer(false)}
  </div>`;
}

/**
 * The cards that choices concern and the table does not show.
 *
 * @param {Desk} desk
 */
function others(desk) {
  const zones = new Set(desk.choices.map(({ card, zone }) => (card ? zone : "")));
  return [...zones]
    .filter((zone) => zone && !desk.drawn.has(zone))
    .map((zone) => {
      const offering = new Set(
        desk.choices.filter((choice) => choice.zone === zone).map(({ card }) => card),
      );
      const lying = (desk.model.placed.get(zone) ?? [])
        .map(({ card }) => card)
        .filter((card) => offering.has(card));
      const listed = lying.length ? lying : [...offering];
      return html`<div class="cards pick ${listed.length > FEW ? "many" : ""}">
        ${desk.cards(zone, listed)}
      </div>`;
    });
}

/**
 * @param {Model} model
 * @param {Desk} desk
 */
function prompt({ sight, view, words, held, choices, busy }, desk) {
  if (sight.is_over && !busy) return sight.result_text;
  if (held.armed >= 0) return choices.find(({ action }) => action === held.armed)?.warning ?? "";
  if (held.gathered.length) return words.text("page.table.select_more");
  if (held.lifted && choices.length && !desk.chosen(held.lifted.zone, held.lifted.card).length) {
    const known = words.has(`card.${held.lifted.card}`);
    return known
      ? words.text("page.table.unusable", { card: words.card(held.lifted.card) })
      : sight.prompt;
  }
  if (choices.length) return sight.prompt;
  if (view.player >= 0 && view.player !== sight.viewed_seat) {
    return words.text("page.table.waiting_for", { player: desk.name(view.player) });
  }
  return "\u00a0";
}

/**
 * @param {Model} model
 * @param {Desk} desk
 * @param {Acts} acts
 */
function choices(model, desk, acts) {
  const { held, words, game, sight, busy } = model;
  if (busy) {
    return html`<button type="button" @click=${() => acts.skip()}>
      ${icon("skip")} ${words.text("page.table.skip")}
    </button>`;
  }
  if (sight.is_over) {
    return html`<button type="button" @click=${() => acts.open("result")}>
        ${words.text("page.table.result")}
      </button>
      ${rematch(sight, words, acts)}`;
  }
  if (held.gathered.length) return gathering(model, acts);
  const others = held.lifted && !held.aimed ? offered(NOTHING, model.choices) : [];
  const shown = [...offered(held, model.choices), ...others].filter(
    ({ kind }) => !game.quiet?.includes(kind),
  );
  return shown.map((choice, place) => button(choice, place, model, acts));
}

/**
 * @param {Model} model
 * @param {Acts} acts
 */
function gathering({ held, words, game }, acts) {
  const key = game.gatherWord ?? "page.table.take_cards";
  return html`<button type="button" class="first" @click=${() => acts.gather()}>
      ${words.count(key, held.gathered.length)}
    </button>
    <button type="button" @click=${() => acts.putDown()}>
      ${words.text("page.table.deselect")}
    </button>`;
}

/**
 * @param {LegalAction} choice
 * @param {number} place
 * @param {Model} model
 * @param {Acts} acts
 */
function button(choice, place, { held, hint, words }, acts) {
  const armed = held.armed === choice.action;
  const first = held.lifted ? choice.card && place === 0 : choice.usual;
  return html`<button
    type="button"
    class="${first ? "first" : ""} ${armed ? "armed" : ""}"
    data-action=${choice.action}
    @click=${() => acts.choose(choice.action)}
  >
    ${armed ? words.text("page.table.confirm", { choice: choice.label }) : choice.label}
    ${choice.note ? html`<small>${choice.note}</small>` : nothing}
    ${promised(hint, [choice], words)}
  </button>`;
}

/**
 * @param {Model} model
 * @param {Desk} desk
 */
function cover({ sight, words }, desk) {
  const player = desk.name(sight.handover_seat);
  return html`<div
    class="cover"
    role="dialog"
    aria-modal="true"
    aria-label=${words.text("page.table.pass_device", { player })}
  >
    <p>${words.text("page.table.pass_device", { player })}</p>
    <button type="button" class="hold" data-hold=${sight.handover_seat}>
      ${words.text("page.table.hold_to_show")}
    </button>
  </div>`;
}
