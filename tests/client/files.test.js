/** Files of an archive in the file system of Python. */

import assert from "node:assert/strict";
import test from "node:test";
import { addLazily, fillLazily } from "../../src/onirium/site/page/files.js";

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

class ErrnoError extends Error {
  /** @param {number} errno */
  constructor(errno) {
    super(String(errno));
    this.errno = errno;
  }
}

test("a file that cannot be read is an error that Python handles, and is requested again", (context) => {
  let isOnline = false;
  /** A request that blocks, as workers have it. */
  class FakeRequest {
    open() {}

    send() {
      if (!isOnline) throw new Error("no network");
      this.status = 200;
      this.response = Uint8Array.of(1, 2, 3, 4).buffer;
    }
  }
  const { XMLHttpRequest } = globalThis;
  globalThis.XMLHttpRequest = /** @type {any} */ (FakeRequest);
  context.after(() => {
    globalThis.XMLHttpRequest = XMLHttpRequest;
  });
  /** @type {any} */
  const node = {};
  addLazily({ ErrnoError, mkdirTree() {}, create: () => node }, "packages.zip", [
    ["/lib/a.py", 1, 3],
  ]);
  // EIO has the number 29 in WASI.
  assert.throws(() => node.contents, { errno: 29 });
  isOnline = true;
  assert.deepEqual(node.contents, Uint8Array.of(2, 3));
});
