/** Sends random commands through the page's connection module; `window.client` has the state. */
async ({ tableId, seed, times }) => {
  const { Connection } = await import("/static/now/connection.js");
  const client = { tableId, view: {}, answered: {}, pending: {}, paused: false };
  client.connectionCount = 0;
  window.client = client;

  // The minimal standard generator of Park and Miller: a reproducible Math.random.
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };

  const chooseCommand = (view) => {
    const draw = random();
    const pick = (list) => list[Math.floor(random() * list.length)];
    if (view.is_over) return { type: "rematch" };
    if (view.takeback_request?.awaits_viewer) {
      return { type: "answer_takeback", accept: draw < 0.7 };
    }
    if (draw < 0.05 && view.phrases.length) {
      return { type: "send_phrase", phrase: pick(view.phrases) };
    }
    if (draw < 0.1 && view.takeback) return { type: "take_back" };
    if (!view.legal_actions.length) return null;
    const { action } = pick(view.legal_actions);
    return { type: "take_actions", version: view.version, actions: [action] };
  };

  const playAt = (table) => {
    const left = new AbortController();
    const connection = new Connection(table, { onStatus, onMessage }, times);
    const { pending } = connection;
    function onStatus(status) {
      if (status === "open") client.connectionCount += 1;
    }
    function onMessage(message) {
      if (left.signal.aborted) return;
      const view = message.type === "table_view" ? message : message.table_view;
      const command = client.pending[message.command_id];
      if (command) {
        delete client.pending[message.command_id];
        const { code = "" } = message;
        client.answered[message.command_id] = { ...command, version: view.version, code };
      }
      client.view = view;
      if (view.rematch_table_id && !pending.size) {
        left.abort();
        connection.stop();
        client.tableId = view.rematch_table_id;
        playAt(view.rematch_table_id);
      } else setTimeout(sendCommand, 40 * random());
    }
    function sendCommand() {
      if (left.signal.aborted || client.paused || pending.size || !client.view.seats) return;
      const message = chooseCommand(client.view);
      if (!message) return;
      const id = connection.send(message);
      client.pending[id] = { table_id: table, message, times: 1 };
    }
  };
  playAt(tableId);
};
