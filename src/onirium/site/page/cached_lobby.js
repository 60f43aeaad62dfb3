/** The lobby of the last visit, which is shown while the server starts. */

/** Where the service worker keeps it. */
const PATH = "lobby.html";

export class CachedLobby {
  /** @param {string} address */
  constructor(address) {
    this.address = address;
    /** @type {Promise<Response | undefined>} */
    this.response = globalThis.caches?.match(PATH).catch(() => undefined) ?? Promise.resolve(undefined);
    /** The HTML of the lobby on screen, or an empty string. */
    this.text = "";
    /** Whether the user has opened another page since, which waits for the server. */
    this.isLeft = false;
  }

  /**
   * Answers the first request of the frame, if it is for the lobby.
   *
   * @param {{method: string, target: string}} request
   * @param {MessagePort} port
   * @returns {Promise<boolean>} whether it has answered
   */
  async answer({ method, target }, port) {
    const response = await this.response;
    const isLobby = method === "GET" && target === "/";
    if (!response || this.text || !isLobby) {
      this.isLeft ||= !isLobby;
      return false;
    }
    this.text = await response.text();
    port.postMessage({ type: "start", status: 200, headers: [...response.headers] });
    port.postMessage({ type: "body", body: new TextEncoder().encode(this.text) });
    port.postMessage({ type: "end" });
    return true;
  }

  /**
   * Replaces it once the server has started, if another lobby should be shown by now.
   *
   * @param {() => void} reload
   */
  async renew(reload) {
    if (this.text && !this.isLeft && (await this.update()) !== this.text && !this.isLeft) reload();
  }

  /** Requests the lobby, which the service worker keeps for the next visit; returns it. */
  async update() {
    return (await fetch(this.address)).text();
  }
}
