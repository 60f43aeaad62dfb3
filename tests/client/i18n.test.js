/** Numbers in the language of the reader. */

import assert from "node:assert/strict";
import test from "node:test";
import { formatPercent } from "../../src/onirium/web/client/i18n.js";

test("a negative percentage has a minus sign, and zero none", () => {
  assert.equal(formatPercent(-0.052, "en", 0), "\u22125%");
  assert.equal(formatPercent(-0.052, "de", 1), "\u22125,2\u00a0%");
  assert.equal(formatPercent(-0.003, "ru", 0), "0\u00a0%");
  assert.equal(formatPercent(0.5, "en", 0), "50%");
});
