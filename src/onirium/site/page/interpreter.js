/** Instantiates the interpreter faster than Pyodide does. */

/** The value types of the signatures of Emscripten, as WebAssembly encodes them. @type {Record<string, number>} */
const TYPES = { i: 0x7f, p: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c, e: 0x6f };

const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const [TYPE_SECTION, IMPORT_SECTION, EXPORT_SECTION] = [1, 2, 7];
const FUNCTION_TYPE = 0x60;
const FUNCTION_KIND = 0;

/**
 * Returns the function that instantiates the compiled interpreter. Pyodide calls it instead of its own, which
 * would first compile the interpreter.
 *
 * @param {WebAssembly.Module} program
 * @returns {(imports: any, receive: (instance: {exports: any}, program: WebAssembly.Module) => void) => {}}
 */
export function instantiating(program) {
  return (imports, receive) => {
    // The value that stands for an error, as in `pyodide.mjs`.
    const error = Symbol("error");
    imports.env.Jsv_GetError_import = () => error;
    imports.env.JsvError_Check = (/** @type {unknown} */ value) => value === error;
    const instantiate = async () => {
      const instance = await WebAssembly.instantiate(program, imports);
      wrapPointers(program, imports.env);
      receive({ exports: exportsAsInTable(instance.exports) }, program);
    };
    instantiate().catch(reportError); // Pyodide would wait for ever.
    return {};
  };
}

/**
 * Returns exports with the functions as their table returns them.
 *
 * Emscripten adds exported functions to the table unless it contains them. In WebKit a function of the table is
 * another object than the export; all would be added, and functions that follow would not have the indices of the
 * saved memory. The name of such a function is its index in the module.
 *
 * @param {Record<string, any>} exports
 * @returns {Record<string, any>}
 */
export function exportsAsInTable(exports) {
  const table = exports.__indirect_function_table;
  /** @type {Map<string, Function>} */
  const functions = new Map();
  for (let index = 0; index < table.length; index++) {
    const entry = table.get(index);
    if (entry) functions.set(entry.name, entry);
  }
  const found = Object.entries(exports).map(([name, value]) => [name, functions.get(value.name) ?? value]);
  return Object.fromEntries(found);
}

/**
 * Wraps all functions of JavaScript to which C has pointers, at once; Emscripten would compile and instantiate
 * a module for each of the 260.
 *
 * @param {WebAssembly.Module} program
 * @param {Record<string, any>} functions are replaced by their wrappers
 */
function wrapPointers(program, functions) {
  const names = WebAssembly.Module.imports(program)
    .filter(({ module, name }) => module === "GOT.func" && functions[name]?.sig)
    .map(({ name }) => name);
  // Some have several names, but one address.
  const distinct = [...new Set(names.map((name) => functions[name]))];
  const bytes = wrapperModule(distinct.map(({ sig }) => sig));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { "": { ...distinct } });
  const wrappers = new Map(
    distinct.map((wrapped, index) => [wrapped, Object.assign(exports[index], { sig: wrapped.sig })]),
  );
  for (const name of names) functions[name] = wrappers.get(functions[name]);
}

/** Returns a module that imports functions and exports them, each named by its index. @param {string[]} signatures */
export function wrapperModule(signatures) {
  const [types, imports, exports] = [TYPE_SECTION, IMPORT_SECTION, EXPORT_SECTION].map((id) => new Section(id));
  signatures.forEach((signature, index) => {
    types.bytes.push(FUNCTION_TYPE);
    types.addTypes(signature.slice(1));
    types.addTypes(signature[0].replace("v", ""));
    imports.bytes.push(0); // The module has no name.
    for (const section of [imports, exports]) {
      section.addText(`${index}`);
      section.bytes.push(FUNCTION_KIND);
      section.addNumber(index);
    }
  });
  const sections = [types, imports, exports].flatMap((section) => section.encode(signatures.length));
  return Uint8Array.from([...MAGIC, ...sections]);
}

/** A section of a module. */
class Section {
  /** @param {number} id */
  constructor(id) {
    this.id = id;
    /** @type {number[]} */
    this.bytes = [];
  }

  /** Adds a number in LEB128, seven bits in each byte. @param {number} value */
  addNumber(value) {
    for (; value >= 0x80; value >>= 7) this.bytes.push((value & 0x7f) | 0x80);
    this.bytes.push(value);
  }

  /** @param {string} text */
  addText(text) {
    this.addNumber(text.length);
    for (const letter of text) this.bytes.push(letter.charCodeAt(0));
  }

  /** @param {string} letters */
  addTypes(letters) {
    this.addNumber(letters.length);
    for (const letter of letters) this.bytes.push(TYPES[letter]);
  }

  /** Returns the bytes with those before them. @param {number} count of items @returns {number[]} */
  encode(count) {
    const [content, whole] = [new Section(this.id), new Section(this.id)];
    content.addNumber(count);
    whole.bytes.push(this.id);
    whole.addNumber(content.bytes.length + this.bytes.length);
    return whole.bytes.concat(content.bytes, this.bytes);
  }
}
