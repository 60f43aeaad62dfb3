/** The sentence in the line of the log. */

import assert from "node:assert/strict";
import test from "node:test";

// lit-html requests a walker when it is imported.
Object.assign(globalThis, { document: { createTreeWalker: () => ({}) } });
const { briefText } = await import("../../src/onirium/web/client/log_line.js");

test("a sentence that fits the line stays", () => {
  const text = "Player 2 deals the brown moon, the brown key (new) and the green sun.";
  assert.equal(briefText({ text, cards: [], brief: "Player 2 deals 3 cards." }), text);
});

test("cards lose their abilities first", () => {
  const text =
    "Player 2 carries off creature 3.1: Necronaut head/torso (Devourer) and Homunculus legs (Devourer).";
  assert.equal(
    briefText({ text, cards: [] }),
    "Player 2 carries off creature 3.1: Necronaut head/torso and Homunculus legs.",
  );
});

test("a list that is still too long gives way to the number of its cards", () => {
  const text =
    "The red sun, the red moon, the blue sun, the blue moon, the brown sun, the brown key, a Nightmare and the blue tower 4 leave the game.";
  const brief = "8 cards leave the game.";
  assert.equal(briefText({ text, cards: [], brief }), brief);
});

test("a long sentence without a list stays", () => {
  const text = "a".repeat(100);
  assert.equal(briefText({ text, cards: [] }), text);
});
