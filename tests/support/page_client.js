/** Plays at a table by dice, through the page's own line; `window.seat` tells of it. */
async ({ table, seed, times }) => {
  const { Link } = await import("/static/now/link.js");
  const seat = { table, seen: {}, answered: {}, open: {}, resting: false, lines: 0 };
  window.seat = seat;

  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };

  const wish = ({ over, asked, phrases, undo, choices, version }) => {
    const luck = random();
    const one = (list) => list[Math.floor(random() * list.length)];
    if (over) return { do: "rematch" };
    if (asked?.mine) return { do: "answer", yes: luck < 0.7 };
    if (luck < 0.05 && phrases.length) return { do: "say", phrase: one(phrases) };
    if (luck < 0.1 && undo) return { do: "undo" };
    return choices.length && { do: "act", version, actions: [one(choices).action] };
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
      const sight = message.type === "sight" ? message : message.sight;
      const order = seat.open[message.nonce];
      if (order) {
        delete seat.open[message.nonce];
        const { code = "" } = message;
        seat.answered[message.nonce] = { ...order, version: sight.version, code };
      }
      seat.seen = sight;
      if (sight.next && !open.size) {
        ends.abort();
        link.end();
        seat.table = sight.next;
        begin(sight.next);
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
