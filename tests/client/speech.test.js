/** The sentences for screen readers: each is said again when it happens again. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SILENCE, speechAfter } from "../../src/onirium/web/client/speech.js";

const DRAWS = { polite: "Otto draws 1 card." };

test("a sentence is said again when it happens again", () => {
  const first = speechAfter(SILENCE, DRAWS);
  const second = speechAfter(first, DRAWS);
  const third = speechAfter(second, DRAWS);
  assert.deepEqual(first, { ...DRAWS, urgent: "" });
  // Live regions speak changes alone.
  for (const [before, after] of [
    [first, second],
    [second, third],
  ]) {
    assert.notEqual(after.polite, before.polite);
    assert.equal(after.polite.trim(), DRAWS.polite);
  }
});

test("a question is said again, and silence stays silent", () => {
  const question = speechAfter(SILENCE, { urgent: "Play a card or discard one." });
  const again = speechAfter(question, { urgent: question.urgent });
  assert.notEqual(again.urgent, question.urgent);
  assert.equal(again.urgent.trim(), question.urgent);
  assert.deepEqual(speechAfter(SILENCE, {}), SILENCE);
});
