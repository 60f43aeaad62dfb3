/** The line to the server: a socket that comes back by itself, or plain requests without one. */

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Order} Order */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
const TRIES_BEFORE_REQUESTS = 3;
const REQUEST_PAUSE = 3000;
const TIME_TO_OPEN = 5000;
const NO_TABLE = 4404;

/**
 * @typedef {object} Listener
 * @property {(message: Message) => void} hear
 * @property {(line: "open" | "waiting" | "lost") => void} tell
 */

export class Link {
  /**
   * @param {string} table
   * @param {Listener} listener
   */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    this.pause = FIRST_PAUSE;
    this.failures = 0;
    /** Orders that were not answered yet, by nonce; they are sent again until they are.
     * @type {Map<string, Order>} */
    this.open = new Map();
    /** The own seat that this device looks with, or -1. */
    this.looking = -1;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    addEventListener("pagehide", () => this.socket?.close());
    this.connect();
  }

  /**
   * @param {Order} order
   * @returns {string} the nonce by which its answer is known
   */
  send(order) {
    const nonce = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const sent = { ...order, nonce };
    if (order.do === "look") this.looking = Number(order.seat);
    if (order.do === "hide") this.looking = -1;
    this.open.set(nonce, sent);
    this.post(sent);
    return nonce;
  }

  /** @param {Order} order */
  post(order) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(order));
    else if (this.failures >= TRIES_BEFORE_REQUESTS) this.request(order);
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/t/${this.table}`);
    this.socket = socket;
    const patience = setTimeout(() => socket.close(), TIME_TO_OPEN);
    socket.onopen = () => {
      clearTimeout(patience);
      this.pause = FIRST_PAUSE;
      this.failures = 0;
      this.listener.tell("open");
      if (this.looking >= 0) socket.send(JSON.stringify({ do: "look", seat: this.looking }));
      for (const order of this.open.values()) this.post(order);
    };
    socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    socket.onclose = ({ code }) => {
      clearTimeout(patience);
      if (code === NO_TABLE) this.listener.tell("lost");
      else if (socket === this.socket) this.lose();
    };
  }

  lose() {
    this.failures += 1;
    const requests = this.failures >= TRIES_BEFORE_REQUESTS;
    if (requests) this.ask();
    else this.listener.tell(this.failures > 1 ? "lost" : "waiting");
    const pause = requests ? Math.max(this.pause, REQUEST_PAUSE) : this.pause;
    this.timer = window.setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  hurry() {
    const state = this.socket?.readyState;
    if (state === WebSocket.OPEN || state === WebSocket.CONNECTING) return;
    this.pause = FIRST_PAUSE;
    this.connect();
  }

  /** Sends what is open, or asks how the table stands, by plain requests. */
  async ask() {
    for (const order of this.open.values()) await this.request(order);
    if (!this.open.size) await this.request(null);
  }

  /** @param {Order | null} order */
  async request(order) {
    const seat = this.looking >= 0 ? `?as=${this.looking}` : "";
    const headers = { "Content-Type": "application/json" };
    const post = order ? { method: "POST", headers, body: JSON.stringify(order) } : {};
    try {
      const answer = await fetch(`/api/t/${this.table}${seat}`, post);
      this.hear(await answer.json());
      this.listener.tell("open");
    } catch {
      this.listener.tell("lost");
    }
  }

  /** @param {Message} message */
  hear(message) {
    this.open.delete(message.nonce);
    if (message.type === "sight" && message.handover >= 0) this.looking = -1;
    this.listener.hear(message);
  }
}
