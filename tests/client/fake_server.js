/** A fake network and its clock, both driven by the test. */

/** Fake sockets, requests and timers; events happen only when the test triggers them. */
export class Network {
  constructor() {
    /** @type {FakeSocket[]} */
    this.sockets = [];
    /** @type {Request[]} */
    this.requests = [];
    this.now = 0;
    /** @type {Map<number, {at: number, run: () => void}>} */
    this.timers = new Map();
    this.numbers = 0;
    /** The listeners of the window and the document by event. @type {Map<string, () => void>} */
    this.listeners = new Map();
    /** How often the page has loaded again. */
    this.reloads = 0;
    const network = this;
    /**
     * @param {string} kind
     * @param {() => void} run
     */
    const addEventListener = (kind, run) => this.listeners.set(kind, run);
    const globals = {
      location: { protocol: "http:", host: "here", reload: () => (this.reloads += 1) },
      document: {
        addEventListener,
        hidden: false,
        documentElement: { lang: "en", dataset: { version: "present" } },
      },
      addEventListener,
      /** @param {string} address */
      WebSocket: function Opened(address) {
        return network.opened(address);
      },
      /**
       * @param {string} address
       * @param {{body?: string}} said
       */
      fetch: (address, said) => network.requested(address, said),
      /**
       * @param {() => void} run
       * @param {number} after
       */
      setTimeout: (run, after) => {
        this.timers.set(++this.numbers, { at: this.now + after, run });
        return this.numbers;
      },
      /** @param {number} number */
      clearTimeout: (number) => this.timers.delete(number),
    };
    Object.assign(globalThis, globals);
    Math.random = () => 0.5;
  }

  /** The newest socket. */
  get socket() {
    return this.sockets[this.sockets.length - 1];
  }

  /** @param {string} address */
  opened(address) {
    const socket = new FakeSocket(address);
    this.sockets.push(socket);
    return socket;
  }

  /**
   * @param {string} address
   * @param {{body?: string}} said
   */
  requested(address, { body = "" }) {
    return new Promise((answered, failed) => {
      const command = body ? JSON.parse(body) : null;
      this.requests.push({
        address,
        command,
        answer: (message, status = 200) => answered({ status, json: async () => message }),
        fail: () => failed(new TypeError("no network")),
      });
    });
  }

  /** Advances the clock and runs the timers that are due. @param {number} milliseconds */
  async pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      await settled();
      const due = [...this.timers].filter(([, { at }]) => at <= end);
      if (!due.length) break;
      const [number, { at, run }] = due.reduce((one, other) =>
        other[1].at < one[1].at ? other : one,
      );
      this.timers.delete(number);
      this.now = at;
      run();
    }
    this.now = end;
  }
}

/**
 * @typedef {object} Request
 * @property {string} address
 * @property {any} command
 * @property {(message: unknown, status?: number) => void} answer
 * @property {() => void} fail
 */

class FakeSocket {
  /** @param {string} address */
  constructor(address) {
    this.address = address;
    /** @type {any[]} */
    this.sent = [];
    this.closed = false;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {((event: {code: number}) => void) | null} */
    this.onclose = null;
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  /** Delivers a message. @param {object} message */
  deliver(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Closes the socket. */
  cut(code = 1006) {
    this.onclose?.({ code });
  }
}

/** Lets pending promises settle. */
export async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
