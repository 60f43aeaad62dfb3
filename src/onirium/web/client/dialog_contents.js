/** The contents of the dialogs by name, loaded when somebody may open one. */

import { hint, resign, undo } from "./confirmations.js";
import { help } from "./help_dialog.js";
import { invitation } from "./invitation_dialog.js";
import { menu } from "./menu_dialog.js";
import { seatsDialog } from "./seats_dialog.js";
import { odds, narration, chat } from "./table_lists.js";

/** @type {Record<string, import("./dialogs.js").Content>} */
export const CONTENTS = {
  menu,
  seats: seatsDialog,
  invitation,
  odds,
  hint,
  help,
  narration,
  chat,
  resign,
  "undo.unranked": undo,
};
