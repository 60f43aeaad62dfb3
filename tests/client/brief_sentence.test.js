/** The sentence in the line of the log. */

import assert from "node:assert/strict";
import test from "node:test";

import { brief } from "../../src/onirium/web/client/brief_sentence.js";

test("a sentence that fits the line stays", () => {
  const sentence = "Player 2 deals the brown moon, the brown key (new) and the green sun.";
  assert.equal(brief(sentence), sentence);
});

test("cards lose their abilities first", () => {
  assert.equal(
    brief(
      "Player 2 carries off creature 3.1: Necronaut head/torso (Devourer) and Homunculus legs (Devourer).",
    ),
    "Player 2 carries off creature 3.1: Necronaut head/torso and Homunculus legs.",
  );
});

test("a list that is still too long is cut in its middle", () => {
  assert.equal(
    brief(
      "The red sun, the red moon, the blue sun, the blue moon, the brown sun, the brown key, a Nightmare and the blue tower 4 leave the game.",
    ),
    "The red sun, the red moon, …, a Nightmare and the blue tower 4 leave the game.",
  );
});

test("of a list of long names the first and the last ones stay", () => {
  const [long, longer] = ["a".repeat(60), "b".repeat(60)];
  assert.equal(brief(`${long}, c, ${longer} and d`), `${long}, …, ${longer} and d`);
});

test("a long sentence without a list stays", () => {
  const sentence = "a".repeat(100);
  assert.equal(brief(sentence), sentence);
});
