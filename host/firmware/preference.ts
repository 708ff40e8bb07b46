import { FilePreferences } from "../preferences.js";

/** What firmware imports as "preference": a file of the host's. */
export default new FilePreferences(process.env.RECORDS_PREFERENCES ?? ".data/preferences.json");
