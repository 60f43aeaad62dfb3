/** Files of an archive in the file system of Python. */

import assert from "node:assert/strict";
import test from "node:test";
import { fillLazily } from "../../src/onirium/site/page/files.js";

/** A file system like that of Emscripten: a lookup asks the folder for names that are not known. */
class FakeFileSystem {
  constructor() {
    /** @type {Record<string, string>} */
    this.names = {};
    const operations = {
      lookup: () => {
        throw new Error("missing");
      },
      readdir: () => Object.keys(this.names),
    };
    this.node = { node_ops: operations };
  }

  mkdirTree() {}

  lookupPath() {
    return { node: this.node };
  }

  /** @param {any} folder @param {string} name @returns {string} */
  lookupNode(folder, name) {
    return this.names[name] ?? folder.node_ops.lookup(folder, name);
  }
}

/** Returns a file system whose folder is filled lazily, and how often that has happened. */
function lazyFolder() {
  const fileSystem = new FakeFileSystem();
  const fills = { count: 0 };
  fillLazily(fileSystem, "/folder", () => {
    fills.count += 1;
    fileSystem.names["a.py"] = "file";
  });
  return { fileSystem, fills };
}

test("a folder is filled once, by the first lookup", () => {
  const { fileSystem, fills } = lazyFolder();
  assert.equal(fills.count, 0);
  assert.equal(fileSystem.lookupNode(fileSystem.node, "a.py"), "file");
  assert.throws(() => fileSystem.lookupNode(fileSystem.node, "b.py"), /missing/);
  assert.equal(fills.count, 1);
});

test("a list of a folder contains the files", () => {
  const { fileSystem, fills } = lazyFolder();
  assert.deepEqual(fileSystem.node.node_ops.readdir(), ["a.py"]);
  assert.deepEqual(fileSystem.node.node_ops.readdir(), ["a.py"]);
  assert.equal(fills.count, 1);
});
