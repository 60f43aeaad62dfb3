/** The addresses of pictures, and which of them are loaded before they are shown. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { assignKeys } from "../../src/onirium/web/client/card_identity.js";
import { variantOf } from "../../src/onirium/web/client/nightmarium/cards.js";
import { newPictures, pictureAddress } from "../../src/onirium/web/client/pictures.js";

test("a copy has one of three pictures, a sign has one, a part that of its body", () => {
  assert.equal(pictureAddress("/art", "red sun", 4), "/art/red-sun.1.svg");
  assert.equal(pictureAddress("/art", "symbol-eye"), "/art/symbol-eye.svg");
  assert.equal(pictureAddress("/art", "?"), "/art/back.svg");
  assert.equal(
    pictureAddress("/art", "chimerid head/torso", "2.head"),
    "/art/chimerid-head+torso.2.head.svg",
  );
});

/**
 * @param {[string, string[]][]} before
 * @param {[string, string[]][]} after
 * @param {Partial<import("../../src/onirium/web/client/types.js").Game>} game
 */
function loaded(before, after, game = {}) {
  const placed = assignKeys(new Map(), before, 0);
  return newPictures(/** @type {any} */ ({ game, art: "", placed }), after);
}

test("only the pictures of new cards are loaded, those of further copies included", () => {
  const hand = ["red sun", "blue key"];
  assert.deepEqual(
    loaded(
      [["hand", hand]],
      [
        ["hand", hand],
        ["next", ["red sun", "nightmare"]],
      ],
    ),
    ["/red-sun.1.svg", "/nightmare.0.svg"],
  );
  assert.deepEqual(loaded([["hand", hand]], [["row", hand]]), []);
});

test("a card that joins a creature is loaded as a part of the same copy", () => {
  const legs = "insektoid legs";
  /** @type {[string, string[]][]} */
  const after = [
    ["hand", []],
    ["creature 1.1", [legs]],
    ["creature 1.2", [legs]],
  ];
  assert.deepEqual(loaded([["hand", [legs, legs]]], after, { variantOf }), [
    "/insektoid-legs.0.legs.svg",
    "/insektoid-legs.1.legs.svg",
  ]);
});
