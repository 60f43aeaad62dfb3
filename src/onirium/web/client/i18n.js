/** Texts of the message catalogues. */

/** @typedef {Record<string, string | string[]>} Catalogue */

/** All plural forms, in the order of gettext. */
const PLURAL_FORMS = ["zero", "one", "two", "few", "many", "other"];

export class Words {
  /**
   * @param {Catalogue} catalogue
   * @param {string} language
   */
  constructor(catalogue, language) {
    this.language = language;
    this.catalogue = catalogue;
    this.plural = new Intl.PluralRules(language);
    const used = this.plural.resolvedOptions().pluralCategories;
    this.forms = PLURAL_FORMS.filter((form) => used.includes(/** @type {any} */ (form)));
  }

  /** @param {string} key */
  has(key) {
    return key in this.catalogue;
  }

  /**
   * @param {string} key
   * @param {Record<string, unknown>} [values]
   * @returns {string}
   */
  text(key, values = {}) {
    const words = this.catalogue[key];
    return fillPlaceholders(typeof words === "string" ? words : (words?.[0] ?? key), values);
  }

  /**
   * @param {string} key
   * @param {number} number
   * @param {Record<string, unknown>} [values]
   * @returns {string}
   */
  count(key, number, values = {}) {
    const words = this.catalogue[key];
    const form = this.forms.indexOf(this.plural.select(number));
    const fitting = typeof words === "string" ? words : (words?.[form] ?? words?.at(-1) ?? key);
    return fillPlaceholders(fitting, { number, ...values });
  }

  /**
   * Formats a share as a percentage in the language, with a minus sign instead of a hyphen.
   *
   * @param {number} share
   * @param {number} [digits]
   */
  percent(share, digits = 0) {
    const style = /** @type {const} */ ({ style: "percent", maximumFractionDigits: digits, signDisplay: "negative" });
    return share.toLocaleString(this.language, style).replace("-", "\u2212");
  }

  /**
   * Formats a win probability as a percentage: 0 or 100 only if the result is certain.
   *
   * @param {number} winProbability
   */
  probability(winProbability) {
    const percent = this.percent(winProbability);
    if (winProbability < 1 && percent === this.percent(1)) return `>${this.percent(0.99)}`;
    if (winProbability > 0 && percent === this.percent(0)) return `<${this.percent(0.01)}`;
    return percent;
  }

  /**
   * Returns the name of a card, capitalized.
   *
   * @param {string} card
   */
  card(card) {
    const key = `card.${card}`;
    return this.capitalize(this.text(this.has(key) ? key : "page.table.hidden"));
  }

  /** @param {string} text */
  capitalize(text) {
    return text.charAt(0).toLocaleUpperCase(this.language) + text.slice(1);
  }
}

/**
 * @param {string} words
 * @param {Record<string, unknown>} values
 */
function fillPlaceholders(words, values) {
  return words.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/**
 * @param {string} url
 * @param {string} language
 */
export async function loadWords(url, language) {
  const response = await fetch(url);
  return new Words(await response.json(), language);
}
