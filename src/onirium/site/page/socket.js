/** Opens the connection of a table to the Python of the page around this one. */

/** Stands in for a WebSocket. */
class PageSocket {
  /** @param {string} path */
  constructor(path) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {((event: {code: number}) => void) | null} */
    this.onclose = null;
    port1.onmessage = ({ data }) => {
      if ("text" in data) this.onmessage?.({ data: data.text });
      else this.onclose?.(data);
    };
    parent.postMessage({ type: "connect", path }, location.origin, [port2]);
  }

  /** @param {string} text */
  send(text) {
    this.port.postMessage({ text });
  }

  close() {
    this.port.postMessage({ close: true });
  }
}

/** @param {string} path */
export function openSocket(path) {
  return new PageSocket(path);
}
