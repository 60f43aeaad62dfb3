/** The parts of a model that change during play, in their idle state. */

import { EMPTY_SELECTION } from "./selection.js";
import { SILENCE } from "./speech.js";

/** @typedef {import("./types.js").Model} Model */

/**
 * @returns {Pick<Model, "legalActions" | "narration" | "selection" | "connectionStatus" | "dialog"
 *   | "showsResult" | "dialogContents" | "invitation" | "hint" | "awaitsHint" | "notice" | "spoken" | "phrases" | "busy"
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
    spoken: SILENCE,
    phrases: [],
    busy: false,
    skippable: false,
  };
}
