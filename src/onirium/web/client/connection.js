/** The line to the server: a socket that comes back by itself, or plain requests without one. */

/** @typedef {Exclude<import("./protocol.js").Reply, import("./protocol.js").Pong>} Message */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./protocol.js").Pong} Pong */
/** @typedef {import("./protocol.js").TableView} TableView */

/** So many milliseconds things take. */
export const TIMES = {
  /** Between two sockets, at first and when many have failed. */
  firstPause: 250,
  longestPause: 8000,
  /** Until a new socket has said something. */
  opening: 4000,
  /** Until an order or a question is answered. */
  answer: 8000,
  /** Until a silent line is asked whether it still holds. */
  silence: 25_000,
  /** Between two plain requests. */
  polling: 2000,
};

const TRIES_BEFORE_REQUESTS = 2;
/** The server closes a socket for good: there is no such table, or it is closed to strangers. */
const NO_TABLE = 4404;
const CLOSED = 4403;
/** The server shows out who asks for far too much. */
const EXCESS = 1008;

/**
 * @typedef {object} Listener
 * @property {(message: Message) => void} hear
 * @property {(line: "open" | "waiting" | "lost") => void} tell
 */

export class Link {
  /**
   * @param {string} table
   * @param {Listener} listener
   * @param {typeof TIMES} times
   */
  constructor(table, listener, times = TIMES) {
    this.table = table;
    this.listener = listener;
    this.times = times;
    this.pause = times.firstPause;
    this.failures = 0;
    /** Orders that were not answered yet, by id; they are sent again until they are.
     * @type {Map<string, Command>} */
    this.open = new Map();
    /** The own seat that this device looks with, or -1. */
    this.looking = -1;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** How many sockets have said something; whether the present one has. */
    this.lines = 0;
    this.isUp = false;
    /** The newest sight. @type {TableView | null} */
    this.sight = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.watch = undefined;
    this.polls = false;
    /** The last plain request: the next one waits for it. @type {Promise<unknown>} */
    this.requested = Promise.resolve();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    addEventListener("pagehide", () => this.socket?.close());
    this.connect();
  }

  /**
   * @param {Command} command
   * @returns {string} the command id, which the reply repeats
   */
  send(command) {
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const sent = { ...command, command_id: id };
    if (command.type === "view_seat") this.looking = command.seat;
    if (command.type === "hide_hands") this.looking = -1;
    this.open.set(id, sent);
    this.post(sent);
    return id;
  }

  /** @param {Command} order */
  post(order) {
    if (this.isUp) {
      this.socket?.send(JSON.stringify(order));
      this.listen();
    } else if (this.failures >= TRIES_BEFORE_REQUESTS) this.request(order);
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const place = `${location.host}/ws/t/${this.table}${this.eyes()}`;
    const socket = new WebSocket(`${scheme}://${place}`);
    this.socket = socket;
    this.giveUpAfter(this.times.opening);
    socket.onmessage = ({ data }) => {
      if (!this.isUp) this.rise();
      this.hear(JSON.parse(data));
      this.listen();
    };
    socket.onclose = ({ code }) => {
      if (code === CLOSED) location.reload();
      else if (code === NO_TABLE) this.end();
      else {
        if (code === EXCESS) this.pause = this.times.longestPause;
        this.lose();
      }
    };
  }

  /** Sends what is open: only now does the server hear, an open socket says nothing yet. */
  rise() {
    this.isUp = true;
    this.lines += 1;
    this.pause = this.times.firstPause;
    this.failures = 0;
    this.listener.tell("open");
    for (const order of this.open.values()) this.post(order);
  }

  /** Waits for the next message; if one is due and none comes, the line is dead. */
  listen() {
    if (this.open.size) this.giveUpAfter(this.times.answer);
    else {
      clearTimeout(this.watch);
      this.watch = setTimeout(() => this.ping(), this.times.silence);
    }
  }

  ping() {
    this.socket?.send(JSON.stringify({ type: "ping" }));
    this.giveUpAfter(this.times.answer);
  }

  /** @param {number} patience */
  giveUpAfter(patience) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.lose(), patience);
  }

  /** Lets the socket go; nothing that it might still bring is heard. */
  drop() {
    clearTimeout(this.watch);
    clearTimeout(this.timer);
    if (this.socket) {
      this.socket.onmessage = this.socket.onclose = null;
      this.socket.close();
    }
    this.socket = null;
    this.isUp = false;
  }

  /** Tries another socket after a pause. */
  lose() {
    this.drop();
    this.failures += 1;
    if (this.failures >= TRIES_BEFORE_REQUESTS) this.poll();
    else this.listener.tell("waiting");
    this.timer = setTimeout(() => this.connect(), about(this.pause));
    this.pause = Math.min(this.pause * 2, this.times.longestPause);
  }

  /** Tries nothing any more. */
  end() {
    this.drop();
    this.failures = 0;
    this.listener.tell("lost");
  }

  hurry() {
    if (this.isUp) this.ping();
    else if (!this.socket) {
      this.pause = this.times.firstPause;
      this.connect();
    }
  }

  /** Goes on by plain requests until a socket says something. */
  async poll() {
    if (this.polls) return;
    this.polls = true;
    let pause = this.times.polling;
    while (this.failures >= TRIES_BEFORE_REQUESTS) {
      const isAnswered = await this.ask();
      await new Promise((done) => setTimeout(done, about(pause)));
      pause = isAnswered ? this.times.polling : Math.min(pause * 2, this.times.longestPause);
    }
    this.polls = false;
  }

  /** Sends what is open, or asks how the table stands; tells whether the last was answered. */
  async ask() {
    const orders = [...this.open.values()];
    for (const order of orders.slice(0, -1)) await this.request(order);
    return this.request(orders.at(-1) ?? null);
  }

  /**
   * Makes one request after the other, so that their answers come in order.
   *
   * @param {Command | null} order
   */
  request(order) {
    const answered = this.requested.then(() => this.exchange(order));
    this.requested = answered;
    return answered;
  }

  /**
   * @param {Command | null} order
   * @returns {Promise<boolean>} whether there is an answer, or none is needed any more
   */
  async exchange(order) {
    if (this.isUp || (order && !this.open.has(order.command_id ?? ""))) return true;
    const lines = this.lines;
    const headers = { "Content-Type": "application/json" };
    const post = order ? { method: "POST", headers, body: JSON.stringify(order) } : {};
    const signal = AbortSignal.timeout(this.times.answer);
    try {
      const answer = await fetch(`/api/t/${this.table}${this.eyes()}`, { ...post, signal });
      /** @type {Message} */
      const message = await answer.json();
      this.hear(lines === this.lines ? message : this.overtaken(message));
      this.listener.tell("open");
    } catch {
      if (!this.isUp) this.listener.tell("lost");
      return false;
    }
    return true;
  }

  /**
   * Returns what an answer says when a line has come up since it was asked for: the line has shown
   * how the table stands, and what is not newer says only that the order was answered.
   *
   * @param {Message} message
   * @returns {Message}
   */
  overtaken(message) {
    const told = sightIn(message);
    if (!this.sight || !told || told.version > this.sight.version) return message;
    const sight = { ...this.sight, frames: this.sight.frames.slice(-1) };
    return message.type === "rejected"
      ? { ...message, table_view: sight }
      : { ...sight, command_id: message.command_id };
  }

  /** Says in an address with whose eyes this device looks. */
  eyes() {
    return this.looking >= 0 ? `?as=${this.looking}` : "";
  }

  /** @param {Message | Pong} message */
  hear(message) {
    if (message.type === "pong") return;
    this.open.delete(message.command_id);
    this.sight = sightIn(message) ?? this.sight;
    if (message.type === "table_view" && message.handover_seat >= 0) this.looking = -1;
    this.listener.hear(message);
  }
}

/**
 * @param {Message} message
 * @returns {TableView | null | undefined}
 */
function sightIn(message) {
  if (message.type === "table_view") return message;
  return message.type === "rejected" ? message.table_view : null;
}

/** Clients that lost the same server do not all come back at once. @param {number} pause */
function about(pause) {
  return pause * (0.75 + Math.random() / 2);
}
