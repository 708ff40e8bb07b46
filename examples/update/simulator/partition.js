import files from "embedded:storage/files";
import config from "mc/config";
import { FilePartition } from "./file-partition";

const { folder } = config;
// All apps of the simulator share one folder: there this one has a folder of its own in it.
if (folder)
	files.createDirectory(folder);

/** Two files of the simulator. */
export default new FilePartition(folder ? files.openDirectory({ path: folder }) : files);
