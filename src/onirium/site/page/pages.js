/** The pages of the database in IndexedDB; in memory if the browser stores nothing. */

const PAGES = "pages";
const PAGE_BYTES = 4096;

/** @param {IDBRequest | IDBOpenDBRequest} request @returns {Promise<any>} */
function finished(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

class DurablePages {
  isDurable = true;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  async load() {
    const pages = await finished(this.database.transaction(PAGES).objectStore(PAGES).getAll());
    const image = new Uint8Array(pages.length * PAGE_BYTES);
    pages.forEach((/** @type {Uint8Array} */ page, /** @type {number} */ index) => image.set(page, index * PAGE_BYTES));
    return image;
  }

  /**
   * Replaces pages in one transaction.
   *
   * @param {any} indices
   * @param {any} pages
   * @param {number} pageCount
   * @returns {Promise<string>} the reason if the browser refuses
   */
  async save(indices, pages, pageCount) {
    const numbers = indices.toJs();
    const bytes = pages.toJs();
    try {
      const transaction = this.database.transaction(PAGES, "readwrite");
      const store = transaction.objectStore(PAGES);
      numbers.forEach((/** @type {number} */ number, /** @type {number} */ index) =>
        store.put(bytes.slice(index * PAGE_BYTES, (index + 1) * PAGE_BYTES), number),
      );
      store.delete(IDBKeyRange.lowerBound(pageCount));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return "";
    } catch (error) {
      return String(error);
    }
  }
}

class LostPages {
  isDurable = false;

  async load() {
    return new Uint8Array(0);
  }

  async save() {
    return "";
  }
}

/**
 * The pages of a server, which does not wait for the first saves: those of an empty database, before any game. The
 * browser saves in order, so later ones include them. If it refuses the first ones, none count.
 */
export class ServerPages {
  /** @param {DurablePages | LostPages} pages */
  constructor(pages) {
    this.pages = pages;
    this.isSaved = pages.isDurable;
    this.isStarting = true;
    /** @type {Promise<string>[]} */
    this.first = [];
  }

  /**
   * @param {any} indices
   * @param {any} pages
   * @param {number} pageCount
   * @returns {Promise<string>} the reason if the browser refuses
   */
  async save(indices, pages, pageCount) {
    if (!this.isSaved) return "";
    const saved = this.pages.save(indices, pages, pageCount);
    if (this.isStarting) this.first.push(saved);
    const error = this.isStarting ? "" : await saved;
    return this.isSaved ? error : "";
  }

  /** Ends the start; returns later whether games are saved. */
  async endStart() {
    this.isStarting = false;
    const errors = (await Promise.all(this.first)).filter(Boolean);
    if (errors.length) {
      console.error(...errors);
      this.isSaved = false;
    }
    return this.isSaved;
  }
}

/**
 * Opens the database; an empty one in memory if the browser refuses, as in some private windows.
 *
 * @param {string} base the path of the application: other sites of the same host have their own database
 */
export async function openPages(base) {
  try {
    const opening = indexedDB.open(`onirium ${base}`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(PAGES);
    return new DurablePages(await finished(opening));
  } catch {
    return new LostPages();
  }
}
