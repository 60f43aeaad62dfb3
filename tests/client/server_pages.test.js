/** The pages of the server of a site wait for saves, except at the start. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerPages } from "../../src/onirium/site/page/pages.js";

/** Pages in memory, whose saves end when the test says so. */
class HeldPages {
  isDurable = true;

  constructor() {
    /** @type {((error: string) => void)[]} */
    this.ends = [];
  }

  save() {
    return new Promise((resolve) => this.ends.push(resolve));
  }
}

test("the start does not wait for its saves, but later actions wait", async () => {
  const held = new HeldPages();
  const pages = new ServerPages(held);
  assert.equal(await pages.save([0], new Uint8Array(4096), 1), "");
  const isSaved = pages.endStart();
  let isStored = false;
  const action = pages.save([1], new Uint8Array(4096), 2).then((error) => {
    isStored = true;
    return error;
  });
  held.ends[0]("");
  assert.equal(await isSaved, true);
  assert.equal(isStored, false);
  held.ends[1]("no space");
  assert.equal(await action, "no space");
});

test("a browser that refuses the first saves is not asked again", async () => {
  const held = new HeldPages();
  const pages = new ServerPages(held);
  await pages.save([0], new Uint8Array(4096), 1);
  const isSaved = pages.endStart();
  const action = pages.save([1], new Uint8Array(4096), 2);
  held.ends[0]("no space");
  assert.equal(await isSaved, false);
  held.ends[1]("no space");
  assert.equal(await action, "");
  assert.equal(await pages.save([2], new Uint8Array(4096), 3), "");
  assert.equal(held.ends.length, 2);
});
