/** The page after the user has deleted all data: what this browser stores goes, too. */

import { eraseStored } from "./stored_values.js";

eraseStored();
