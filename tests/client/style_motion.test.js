/** Animations change transform and opacity alone, for which the compositor needs no other thread. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const CLIENT = new URL("../../src/onirium/web/client/", import.meta.url).pathname;
const COMPOSITED = ["opacity", "transform", "translate", "rotate", "scale"];

const styles = readdirSync(CLIENT, { encoding: "utf8", recursive: true })
  .filter((name) => name.endsWith(".css"))
  .map((name) => ({
    name,
    style: readFileSync(CLIENT + name, "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
  }));

/**
 * @param {string} style
 * @param {RegExp} pattern
 */
const matches = (style, pattern) => [...style.matchAll(pattern)].map(([, match]) => match);

test("key frames change transform and opacity alone", () => {
  const found = styles.flatMap(({ name, style }) =>
    matches(style, /@keyframes [\w-]+ (\{(?:[^{}]*\{[^{}]*\})+)/g).flatMap((frames) =>
      matches(frames, /([\w-]+):/g).map((property) => `${name}: ${property}`),
    ),
  );
  assert.ok(found.length > 5);
  // The cone of a door's light appears at once, in a single frame.
  const others = found.filter((one) => !COMPOSITED.includes(one.split(": ")[1]));
  assert.deepEqual(others, ["onirim/style/_end.css: visibility"]);
});

test("transitions change transform and opacity alone", () => {
  const found = styles.flatMap(({ name, style }) =>
    matches(style, /\btransition: ([^;]+);/g)
      .filter((value) => !value.startsWith("none"))
      .flatMap((value) => value.split(/,(?![^(]*\))/))
      .map((one) => `${name}: ${one.trim().split(" ")[0]}`),
  );
  assert.ok(found.length > 3);
  const others = found.filter((one) => !COMPOSITED.includes(one.split(": ")[1]));
  assert.deepEqual(others, []);
});
