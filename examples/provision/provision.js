import files from "embedded:storage/files";
import Preference from "preference";

const PATH = "provision.json";
const NAMES = ["baseUrl", "identity", "devicePassword"];

function hasFile() {
	const status = files.status(PATH);
	return status.isFile() && status.size > 0;
}

/** What the file says, {} where there is none or it is empty. */
function fromFile() {
	if (!hasFile())
		return {};
	const bytes = new Uint8Array(files.status(PATH).size);
	const file = files.openFile({ path: PATH, mode: "r" });
	file.read(bytes, 0);
	file.close();
	return JSON.parse(String.fromArrayBuffer(bytes.buffer));
}

/**
 * Keeps in preferences what the device is told by `config`, which mcconfig's command line sets, or by a file; the file wins.
 * @returns the name of what the device has never been told, "" when it knows all
 */
export function provision(config) {
	const told = { ...config, ...fromFile() };
	for (const name of NAMES) {
		if (told[name])
			Preference.set("provision", name, told[name]);
	}
	// The password is in it. Not before all of it is kept.
	if (hasFile())
		files.openFile({ path: PATH, mode: "w" }).close();
	return NAMES.find((name) => !Preference.get("provision", name)) ?? "";
}
