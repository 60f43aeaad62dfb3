/** Connection to the server: a WebSocket that reconnects, with HTTP polling as fallback. */

import { pageVersion, pathTo } from "./host.js";
import { openSocket } from "./socket.js";
import { applyChanges } from "./view_patch.js";

/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {Exclude<Reply, import("./protocol.js").Pong | TablePatch>} Message */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./protocol.js").TablePatch} TablePatch */
/** @typedef {import("./protocol.js").TableView} TableView */

/** Timeouts and delays in milliseconds. */
export const TIMES_MS = {
  /** Delay before reconnecting: the first one, and the maximum of the exponential backoff. */
  firstDelay: 250,
  maxDelay: 8000,
  /** Maximum time until a new socket delivers its first message. */
  openTimeout: 4000,
  /** Maximum time until a command is answered. */
  replyTimeout: 8000,
  /** Limit of the time that a new connection gets after failed ones. */
  maxTimeout: 16_000,
  /** Idle time after which a ping checks the connection. */
  idleTime: 25_000,
  /** Interval of HTTP polling. */
  pollInterval: 2000,
};

const MAX_SOCKET_FAILURES = 2;
/**
 * Close codes after which the page loads again: it shows why a table is denied or does not exist, or
 * gets the modules of a newer server, or the texts of another language.
 */
const CLOSE_RELOAD = [4403, 4404, 4426];
/** Statuses of answers that correspond to these close codes. */
const STATUS_NO_TABLE = [403, 404];
/** Close code of a client that exceeded the rate limit by far. */
const CLOSE_RATE_LIMITED = 1008;

/**
 * @typedef {object} Listener
 * @property {(message: Message) => void} onMessage
 * @property {(status: "open" | "waiting" | "lost") => void} onStatus
 */

export class Connection {
  /**
   * @param {string} table
   * @param {Listener} listener
   * @param {typeof TIMES_MS} times
   */
  constructor(table, listener, times = TIMES_MS) {
    this.table = table;
    this.listener = listener;
    this.times = times;
    this.delay = times.firstDelay;
    this.failures = 0;
    /** Unanswered commands by id; each is repeated until it is answered.
     * @type {Map<string, Command>} */
    this.pending = new Map();
    /** The own seat whose view this device requests, or -1. */
    this.viewedSeat = -1;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Number of sockets that have delivered a message; whether the present one has. */
    this.socketCount = 0;
    this.isOpen = false;
    /** The newest table view. @type {TableView | null} */
    this.tableView = null;
    /** The newest table view of the present socket; null while it is unknown. @type {TableView | null} */
    this.patchBase = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.reconnectTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.replyTimer = undefined;
    this.isPolling = false;
    /** The last HTTP request; the next one waits for it. @type {Promise<unknown>} */
    this.lastRequest = Promise.resolve();
    addEventListener("online", () => this.retryOnline());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
    addEventListener("pagehide", () => this.socket?.close());
    this.connect();
  }

  /**
   * @param {Command} command
   * @returns {string} the command id, which the reply repeats
   */
  send(command) {
    const id = command.command_id || (crypto.randomUUID?.() ?? String(Math.random()).slice(2));
    const sent = { ...command, command_id: id };
    if (command.type === "view_seat") this.viewedSeat = command.seat;
    if (command.type === "hide_hands") this.viewedSeat = -1;
    this.pending.set(id, sent);
    this.post(sent);
    return id;
  }

  /** @param {Command} command */
  post(command) {
    if (this.isOpen) {
      this.socket?.send(JSON.stringify(command));
      this.awaitMessage();
    } else if (this.failures >= MAX_SOCKET_FAILURES) this.request(command);
  }

  connect() {
    clearTimeout(this.reconnectTimer);
    const socket = openSocket(`/ws/t/${this.table}${this.socketQuery()}`);
    this.socket = socket;
    this.startTimeout(this.extendTimeout(this.times.openTimeout));
    socket.onmessage = ({ data }) => {
      if (!this.isOpen) this.markOpen();
      this.receiveFromSocket(JSON.parse(data));
      this.awaitMessage();
    };
    socket.onclose = ({ code }) => {
      if (CLOSE_RELOAD.includes(code)) location.reload();
      else {
        if (code === CLOSE_RATE_LIMITED) this.delay = this.times.maxDelay;
        this.reconnect();
      }
    };
  }

  /** Sends the unanswered commands again; the first message proves that the server listens. */
  markOpen() {
    this.isOpen = true;
    this.socketCount += 1;
    this.delay = this.times.firstDelay;
    this.failures = 0;
    this.listener.onStatus("open");
    for (const command of this.pending.values()) this.post(command);
  }

  /** Restarts the timer for the next message; without one in time, the connection is dead. */
  awaitMessage() {
    if (this.pending.size) this.startTimeout(this.times.replyTimeout);
    else {
      clearTimeout(this.replyTimer);
      this.replyTimer = setTimeout(() => this.ping(), this.times.idleTime);
    }
  }

  ping() {
    this.socket?.send(JSON.stringify({ type: "ping" }));
    this.startTimeout(this.times.replyTimeout);
  }

  /** @param {number} timeoutMs */
  startTimeout(timeoutMs) {
    clearTimeout(this.replyTimer);
    this.replyTimer = setTimeout(() => this.reconnect(), timeoutMs);
  }

  /**
   * Returns a timeout, doubled by each failed socket: on a slow network a connection takes several round
   * trips, and the next one starts from the beginning.
   *
   * @param {number} timeoutMs
   */
  extendTimeout(timeoutMs) {
    return Math.min(timeoutMs * 2 ** this.failures, this.times.maxTimeout);
  }

  /** Drops the socket and ignores its remaining messages. */
  drop() {
    clearTimeout(this.replyTimer);
    clearTimeout(this.reconnectTimer);
    if (this.socket) {
      this.socket.onmessage = this.socket.onclose = null;
      this.socket.close();
    }
    this.socket = null;
    this.isOpen = false;
    this.patchBase = null;
  }

  /** Reconnects after a delay. */
  reconnect() {
    this.drop();
    this.failures += 1;
    if (this.failures >= MAX_SOCKET_FAILURES) this.poll();
    else this.listener.onStatus("waiting");
    this.reconnectTimer = setTimeout(() => this.connect(), withJitter(this.delay));
    this.delay = Math.min(this.delay * 2, this.times.maxDelay);
  }

  retryNow() {
    if (this.isOpen) this.ping();
    else if (!this.socket) {
      this.delay = this.times.firstDelay;
      this.connect();
    }
  }

  /** Tries at once in another network, in which a socket that is still being opened stays silent. */
  retryOnline() {
    if (!this.isOpen) this.drop();
    this.retryNow();
  }

  /** Polls by HTTP until a socket delivers a message. */
  async poll() {
    if (this.isPolling) return;
    this.isPolling = true;
    let delay = this.times.pollInterval;
    while (this.failures >= MAX_SOCKET_FAILURES) {
      const isAnswered = await this.pollOnce();
      await new Promise((done) => setTimeout(done, withJitter(delay)));
      delay = isAnswered ? this.times.pollInterval : Math.min(delay * 2, this.times.maxDelay);
    }
    this.isPolling = false;
  }

  /** Sends the unanswered commands, or requests the table view; returns whether it was answered. */
  async pollOnce() {
    const commands = [...this.pending.values()];
    for (const command of commands.slice(0, -1)) await this.request(command);
    return this.request(commands.at(-1) ?? null);
  }

  /**
   * Serializes requests, so that their answers arrive in order.
   *
   * @param {Command | null} command
   */
  request(command) {
    const answered = this.lastRequest.then(() => this.exchange(command));
    this.lastRequest = answered;
    return answered;
  }

  /**
   * @param {Command | null} command
   * @returns {Promise<boolean>} whether there is an answer, or none is needed any longer
   */
  async exchange(command) {
    if (this.isOpen || (command && !this.pending.has(command.command_id ?? ""))) return true;
    const socketCount = this.socketCount;
    const headers = { "Content-Type": "application/json" };
    const post = command ? { method: "POST", headers, body: JSON.stringify(command) } : {};
    const signal = AbortSignal.timeout(this.extendTimeout(this.times.replyTimeout));
    try {
      const answer = await fetch(pathTo(`/api/t/${this.table}${this.viewQuery()}`), {
        ...post,
        signal,
      });
      if (STATUS_NO_TABLE.includes(answer.status)) location.reload();
      /** @type {Message} */
      const message = await answer.json();
      this.receive(socketCount === this.socketCount ? message : this.withNewestView(message));
      this.listener.onStatus("open");
    } catch {
      if (!this.isOpen) this.listener.onStatus("lost");
      return false;
    }
    return true;
  }

  /**
   * Returns the answer to pass on if a socket was opened since the request: the socket has delivered
   * the table view, so an older view only confirms the command.
   *
   * @param {Message} message
   * @returns {Message}
   */
  withNewestView(message) {
    const sent = tableViewOf(message);
    if (!this.tableView || !sent || sent.version > this.tableView.version) return message;
    const tableView = { ...this.tableView, frames: this.tableView.frames.slice(-1) };
    return message.type === "rejected"
      ? { ...message, table_view: tableView }
      : { ...tableView, command_id: message.command_id };
  }

  /**
   * Adds the viewed seat and, when reconnecting, the version of the page and its language. A first
   * connection omits them: during an update of several servers, a page that has just been loaded must
   * not load again. So does one with unanswered commands, which would be lost.
   */
  socketQuery() {
    const view = this.viewQuery();
    if (!this.socketCount || this.pending.size) return view;
    return `${view}${view ? "&" : "?"}${new URLSearchParams(pageVersion())}`;
  }

  /** Adds the viewed seat to an address. */
  viewQuery() {
    return this.viewedSeat >= 0 ? `?as=${this.viewedSeat}` : "";
  }

  /** @param {Reply} reply */
  receiveFromSocket(reply) {
    if (reply.type === "pong") return;
    const message = reply.type === "table_patch" ? this.patchedView(reply) : reply;
    if (!message) return;
    this.patchBase = tableViewOf(message) ?? this.patchBase;
    this.receive(message);
  }

  /**
   * Returns the patched table view; requests the complete one, which also answers the command of a
   * patch that does not fit because a message was lost or repeated.
   *
   * @param {TablePatch} patch
   * @returns {TableView | null}
   */
  patchedView({ command_id, sequence, changes }) {
    const base = this.patchBase;
    if (base && base.sequence + 1 === sequence) {
      return { ...applyChanges(settled(base), changes), command_id, sequence };
    }
    if (base || command_id) this.send({ type: "resync", command_id });
    this.patchBase = null;
    return null;
  }

  /** @param {Message} message */
  receive(message) {
    this.pending.delete(message.command_id);
    this.tableView = tableViewOf(message) ?? this.tableView;
    if (message.type === "table_view" && message.handover_seat >= 0) this.viewedSeat = -1;
    this.listener.onMessage(message);
  }
}

/**
 * Returns a table view as it is once its frames have been shown: the base of the next patch.
 *
 * @param {TableView} tableView
 * @returns {TableView}
 */
function settled(tableView) {
  const frames = tableView.frames.slice(-1).map((last) => ({ ...last, seat: -1, narration: [] }));
  return { ...tableView, frames };
}

/**
 * @param {Message} message
 * @returns {TableView | null | undefined}
 */
function tableViewOf(message) {
  if (message.type === "table_view") return message;
  return message.type === "rejected" ? message.table_view : null;
}

/** Random jitter, so that the clients of one server do not reconnect all at once. @param {number} delay */
function withJitter(delay) {
  return delay * (0.75 + Math.random() / 2);
}
