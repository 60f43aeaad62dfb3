/** The page after the user has deleted all data: it deletes the values stored in this browser, too. */

import { eraseStored } from "./stored_values.js";

eraseStored();
