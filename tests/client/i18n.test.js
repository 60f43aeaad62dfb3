/** Numbers in the language of the reader. */

import assert from "node:assert/strict";
import test from "node:test";
import { Words } from "../../src/onirium/web/client/i18n.js";

test("a negative percentage has a minus sign, and zero none", () => {
  assert.equal(new Words({}, "en").percent(-0.052, 0), "\u22125%");
  assert.equal(new Words({}, "de").percent(-0.052, 1), "\u22125,2\u00a0%");
  assert.equal(new Words({}, "ru").percent(-0.003, 0), "0\u00a0%");
  assert.equal(new Words({}, "en").percent(0.5, 0), "50%");
});
