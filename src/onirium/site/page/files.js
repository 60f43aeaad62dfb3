/** Adds the files of archives to the file system of Python. */

const HEADER_BYTES = 30;
const FILES_PER_SLICE = 100;

/** Number of the error of a file that cannot be read, in Emscripten. */
const EIO = 29;

/**
 * Writes all files of a ZIP archive that is not compressed, without a copy of their contents; other
 * tasks run between its parts.
 *
 * @param {any} fileSystem of Emscripten
 * @param {ArrayBuffer} archive
 * @param {string} folder
 */
export async function unpack(fileSystem, archive, folder) {
  const view = new DataView(archive);
  const decoder = new TextDecoder();
  const folders = new Set();
  // Until the central directory, each file follows its own header.
  for (let offset = 0, count = 1; view.getUint32(offset, true) === 0x04034b50; count++) {
    const [bytes, nameBytes] = [view.getUint32(offset + 18, true), view.getUint16(offset + 26, true)];
    const start = offset + HEADER_BYTES;
    const path = `${folder}/${decoder.decode(new Uint8Array(archive, start, nameBytes))}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) fileSystem.mkdirTree(parent);
    folders.add(parent);
    const content = start + nameBytes + view.getUint16(offset + 28, true);
    fileSystem.writeFile(path, new Uint8Array(archive, content, bytes), { canOwn: true });
    offset = content + bytes;
    if (count % FILES_PER_SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

/**
 * Adds files whose contents are read from their archive at once when one of them is needed.
 *
 * @param {any} fileSystem of Emscripten
 * @param {string} archivePath of the archive, relative to the page
 * @param {[string, number, number][]} files their paths, and where their contents begin and end in the archive
 */
export function addLazily(fileSystem, archivePath, files) {
  /** @type {[any, number, number][]} */
  const nodes = [];
  const folders = new Set();
  const read = () => {
    const archive = downloadAtOnce(archivePath);
    // An error of the system, which Python can handle: any other one would end it.
    if (!archive) throw new fileSystem.ErrnoError(EIO);
    for (const [node, start, end] of nodes) {
      const value = new Uint8Array(archive, start, end - start);
      Object.defineProperty(node, "contents", { value, writable: true });
    }
  };
  for (const [path, start, end] of files) {
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) fileSystem.mkdirTree(parent);
    folders.add(parent);
    const node = fileSystem.create(path);
    node.usedBytes = end - start;
    const replace = (/** @type {Uint8Array} */ value) =>
      Object.defineProperty(node, "contents", { value, writable: true });
    const get = () => {
      read();
      return node.contents;
    };
    Object.defineProperty(node, "contents", { get, set: replace, configurable: true });
    nodes.push([node, start, end]);
  }
}

/**
 * Fills a folder when something in it is looked up for the first time: to create a thousand files takes a seventh of
 * the start of Python.
 *
 * @param {any} fileSystem of Emscripten
 * @param {string} folder
 * @param {() => void} fill
 */
export function fillLazily(fileSystem, folder, fill) {
  fileSystem.mkdirTree(folder);
  const { node } = fileSystem.lookupPath(folder);
  const operations = node.node_ops;
  const fillOnce = () => {
    node.node_ops = operations;
    fill();
  };
  const lookup = (/** @type {any} */ parent, /** @type {string} */ name) => {
    fillOnce();
    return fileSystem.lookupNode(parent, name);
  };
  const readdir = () => {
    fillOnce();
    return operations.readdir(node);
  };
  node.node_ops = { ...operations, lookup, readdir };
}

/**
 * Downloads a file while nothing else runs: Python cannot wait. Returns null if that fails.
 *
 * @param {string} path
 * @returns {ArrayBuffer | null}
 */
function downloadAtOnce(path) {
  const request = new XMLHttpRequest();
  request.open("GET", path, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? request.response : null;
}
