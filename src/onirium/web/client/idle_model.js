/** The parts of a model that change during play, in their idle state. */

import { EMPTY_SELECTION } from "./selection.js";

/** @typedef {import("./types.js").Model} Model */

/**
 * @returns {Pick<Model, "legalActions" | "narration" | "selection" | "connectionStatus" | "dialog"
 *   | "showsResult" | "dialogContents" | "invitation" | "hint" | "awaitsHint" | "notice" | "phrases" | "busy"
 *   | "skippable">}
 */
export function idleModel() {
  return {
    legalActions: [],
    narration: [],
    selection: EMPTY_SELECTION,
    connectionStatus: "open",
    dialog: "",
    showsResult: false,
    dialogContents: {},
    invitation: null,
    hint: null,
    awaitsHint: false,
    notice: "",
    phrases: [],
    busy: false,
    skippable: false,
  };
}
