import { Directory } from "../directory.js";

/** What firmware imports as "embedded:storage/files": a folder of the host's. */
export default new Directory(process.env.RECORDS_FILES ?? ".data/files");
