/**
 * The saved memory of Python, as its difference from the memory of a module that has just been linked.
 *
 * A difference begins with the number of blocks, then states of each block whether it follows, and
 * ends with the blocks that do. Large parts need no bytes: constants of the module, and zeros.
 */

const BLOCK_BYTES = 256;
const COUNT_BYTES = 4;

/**
 * Returns the difference of a memory from another one.
 *
 * @param {Uint8Array} linked of a module that has just been linked
 * @param {Uint8Array} saved
 */
export function difference(linked, saved) {
  const count = saved.length / BLOCK_BYTES;
  const changed = new Uint8Array(count);
  /** @type {BlobPart[]} */
  const parts = [];
  for (let block = 0; block < count; block++) {
    const [start, end] = [block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES];
    if (saved.subarray(start, end).every((byte, index) => byte === linked[start + index])) continue;
    changed[block] = 1;
    parts.push(saved.slice(start, end));
  }
  return new Blob([new Uint32Array([count]), changed, ...parts]).arrayBuffer();
}

/**
 * Turns the memory of a module that has just been linked into the saved one.
 *
 * @param {Uint8Array} memory
 * @param {ArrayBuffer} content the difference
 */
export function restore(memory, content) {
  const [count] = new Uint32Array(content, 0, 1);
  const changed = new Uint8Array(content, COUNT_BYTES, count);
  let source = COUNT_BYTES + count;
  for (let block = 0; block < count; ) {
    let end = block + 1;
    while (end < count && changed[end] === changed[block]) end++;
    if (changed[block]) {
      const bytes = (end - block) * BLOCK_BYTES;
      memory.set(new Uint8Array(content, source, bytes), block * BLOCK_BYTES);
      source += bytes;
    }
    block = end;
  }
}
