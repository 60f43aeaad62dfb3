/* Modules that the builder of a site writes or copies beside those of the page. */

declare module "*/build.js" {
  export const ASSET_VERSION: string;
  export const EXTENSIONS: string[];
  export const MEMORY: { bytes: number; header: number[] };
  export const PREPARED_GAMES: string[];
  export const LOCK_FILE: string;
  export const SERVER_URL: string;
}

declare module "*/pyodide/pyodide.asm.mjs" {
  export default function createModule(settings: any): Promise<any>;
}

declare module "*/pyodide/pyodide.mjs" {
  export function loadPyodide(options: Record<string, unknown>): Promise<any>;
}

declare module "*/texts.js" {
  export const texts: Record<string, Record<string, string>>;
}
