/** Plays randomly at a table through the client's own `Connection`; `window.seat` is its state. */
async ({ table, seed, times }) => {
  const { Connection } = await import("/static/now/connection.js");
  const seat = { table, seen: {}, answered: {}, open: {}, resting: false, lines: 0 };
  window.seat = seat;

  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const choose = (list) => list[Math.floor(random() * list.length)];

  const nextCommand = ({ version, ...view }) => {
    const draw = random();
    if (view.is_over) return { type: "rematch" };
    if (view.takeback_request?.awaits_viewer) {
      return { type: "answer_takeback", accept: draw < 0.7 };
    }
    if (draw < 0.05 && view.phrases.length) {
      return { type: "send_phrase", phrase: choose(view.phrases) };
    }
    if (draw < 0.1 && view.takeback) return { type: "take_back" };
    if (!view.legal_actions.length) return null;
    return { type: "take_actions", version, actions: [choose(view.legal_actions).action] };
  };

  const connect = (tableId) => {
    let isDone = false;
    const connection = new Connection(tableId, { onStatus, onMessage }, times);
    const { pending } = connection;
    function onStatus(status) {
      if (status === "open") seat.lines += 1;
    }
    function onMessage(message) {
      if (isDone) return;
      const view = message.type === "table_view" ? message : message.table_view;
      const sent = seat.open[message.command_id];
      if (sent) {
        delete seat.open[message.command_id];
        const { code = "" } = message;
        seat.answered[message.command_id] = { ...sent, version: view.version, code };
      }
      seat.seen = view;
      if (view.rematch_table_id && !pending.size) {
        isDone = true;
        connection.stop();
        seat.table = view.rematch_table_id;
        connect(view.rematch_table_id);
      } else setTimeout(act, 40 * random());
    }
    function act() {
      if (isDone || seat.resting || pending.size || !seat.seen.seats) return;
      const command = nextCommand(seat.seen);
      if (!command) return;
      const id = connection.send(command);
      seat.open[id] = { table: tableId, wish: command, times: 1 };
    }
  };
  connect(table);
};
