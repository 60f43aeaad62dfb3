/** Links the compiled extensions of packages before Python starts, so that its memory can be saved. */

/** The folder of the packages. */
export const SITE_PACKAGES = "/lib/onirium";

/**
 * Returns a function that creates the module of Pyodide with extensions at fixed addresses.
 *
 * Python finds an extension that is linked already by its path. With the same extensions in the same
 * order, addresses of data and functions are those of the saved memory.
 *
 * @param {(settings: any) => Promise<any>} createModule
 * @param {Promise<[string, WebAssembly.Module]>[]} libraries their paths below ``SITE_PACKAGES``
 * @param {{bytes: number, restore: (module: any) => Promise<void>}} [saved] the size of the saved
 *     memory, and what turns the memory of a module into it
 * @returns {(settings: any) => Promise<any>}
 */
export function linking(createModule, libraries, saved) {
  /** The table index of a function that only some engines support. */
  let trampoline = 0;
  const link = async (/** @type {any} */ module) => {
    module.addRunDependency("libraries");
    trampoline = module.HEAP32[trampolineIndex(module)];
    if (!trampoline) module.wasmTable.grow(1); // The next function has the same index everywhere.
    for (const [path, library] of await Promise.all(libraries)) {
      const fullPath = `${SITE_PACKAGES}/${path}`;
      const exports = await module.loadWebAssemblyModule(library, { loadAsync: true, nodelete: true }, fullPath, {});
      module.newDSO(fullPath, undefined, exports).global = false;
    }
    module.removeRunDependency("libraries");
  };
  return async (settings) => {
    settings.preRun.push(link);
    const module = await createModule(settings);
    if (saved) {
      module.growMemory(saved.bytes);
      await saved.restore(module);
      module.HEAP32[trampolineIndex(module)] = trampoline;
    }
    return module;
  };
}

/** Returns the index of the address of the trampoline in memory. @param {any} module */
function trampolineIndex(module) {
  return (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;
}
