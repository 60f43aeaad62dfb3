/** Plays at a table by dice, through the page's own line; `window.seat` tells of it. */
async ({ table, seed, times }) => {
  const { Link } = await import("/static/now/connection.js");
  const seat = { table, seen: {}, answered: {}, open: {}, resting: false, lines: 0 };
  window.seat = seat;

  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };

  const wish = ({ is_over, takeback_request, phrases, takeback, legal_actions, version }) => {
    const luck = random();
    const one = (list) => list[Math.floor(random() * list.length)];
    if (is_over) return { type: "rematch" };
    if (takeback_request?.awaits_viewer) return { type: "answer_takeback", accept: luck < 0.7 };
    if (luck < 0.05 && phrases.length) return { type: "send_phrase", phrase: one(phrases) };
    if (luck < 0.1 && takeback) return { type: "take_back" };
    return legal_actions.length && { type: "take_actions", version, actions: [one(legal_actions).action] };
  };

  const begin = (at) => {
    const ends = new AbortController();
    const link = new Link(at, { tell, hear }, times);
    const open = link.open;
    function tell(line) {
      if (line === "open") seat.lines += 1;
    }
    function hear(message) {
      if (ends.signal.aborted) return;
      const sight = message.type === "table_view" ? message : message.table_view;
      const order = seat.open[message.command_id];
      if (order) {
        delete seat.open[message.command_id];
        const { code = "" } = message;
        seat.answered[message.command_id] = { ...order, version: sight.version, code };
      }
      seat.seen = sight;
      if (sight.rematch_table_id && !open.size) {
        ends.abort();
        link.end();
        seat.table = sight.rematch_table_id;
        begin(sight.rematch_table_id);
      } else setTimeout(act, 40 * random());
    }
    function act() {
      if (ends.signal.aborted || seat.resting || open.size || !seat.seen.seats) return;
      const wanted = wish(seat.seen);
      if (!wanted) return;
      const nonce = link.send(wanted);
      seat.open[nonce] = { table: at, wish: wanted, times: 1 };
    }
  };
  begin(table);
};
