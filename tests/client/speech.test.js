/** What live regions say: the texts of one event are one text, in order, and repeats are said again. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

// Modules that render request these when they are imported.
const globals = { document: { createTreeWalker: () => ({}) }, matchMedia: () => ({}) };
Object.assign(globalThis, globals);
const { Announcer } = await import("../../src/onirium/web/client/speech.js");

const DRAWS = "Otto draws 1 card.";
const QUESTION = "Play a card or discard one.";

const polite = { textContent: "" };
const urgent = { textContent: "" };
/** @type {InstanceType<typeof Announcer>} */
let announcer;

beforeEach(() => {
  polite.textContent = urgent.textContent = "";
  announcer = new Announcer(polite, urgent);
});

test("a sentence is said again when it happens again", async () => {
  const said = [];
  for (let time = 0; time < 3; time += 1) {
    announcer.say(DRAWS);
    await null;
    said.push(polite.textContent);
  }
  // Live regions speak changes alone.
  assert.notEqual(said[0], said[1]);
  assert.notEqual(said[1], said[2]);
  assert.deepEqual(new Set(said.map((text) => text.trim())), new Set([DRAWS]));
});

test("the texts of one event are said together, in order", async () => {
  announcer.say(DRAWS);
  announcer.say("");
  announcer.say("Anna: Well played!");
  await null;
  assert.equal(polite.textContent, `${DRAWS} Anna: Well played!`);
  assert.equal(urgent.textContent, "");
});

test("an answer to a key that skips news follows the news", async () => {
  announcer.say(DRAWS);
  announcer.answer(QUESTION);
  await null;
  assert.deepEqual([polite.textContent, urgent.textContent], ["", `${DRAWS} ${QUESTION}`]);
  announcer.say(DRAWS);
  await null;
  assert.deepEqual([polite.textContent, urgent.textContent], [DRAWS, ""]);
});

test("nothing is said after silence, and what follows it is", async () => {
  announcer.answer(QUESTION);
  await null;
  announcer.say(DRAWS);
  announcer.silence();
  await null;
  assert.deepEqual([polite.textContent, urgent.textContent], ["", ""]);
  announcer.say(DRAWS);
  announcer.silence();
  announcer.answer(QUESTION);
  await null;
  assert.deepEqual([polite.textContent, urgent.textContent], ["", QUESTION]);
});
