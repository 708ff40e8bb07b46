import files from "embedded:storage/files";
import Preference from "preference";
import { parseJSON } from "records-client";

const PATH = "provision.json";
const LONGEST = 1024;
const NAMES = ["baseUrl", "identity", "devicePassword"];

/** An address, and the account for it. They belong together: a password goes to no address that it was not told with. */
export class Provision {
	/** What is wrong with what the device was told, "" for nothing. */
	fault = "";
	/** `{ baseUrl, identity, devicePassword }`; undefined while the device knows none. */
	account;
	#directory;
	#isFromFile = false;

	/**
	 * Looks for the account in the file, else in the configuration, which mcconfig's command line sets, else in what is kept.
	 * @param directory folder of the file
	 */
	constructor(config, directory = files) {
		this.#directory = directory;
		const text = this.#read();
		if (text !== "")
			this.account = this.#checked(parseJSON(text), PATH);
		this.#isFromFile = this.account !== undefined;
		if (this.account === undefined && NAMES.some((name) => config[name]))
			this.account = this.#checked(config, "the configuration");
		// Nobody is told of a fault in what is kept: it was checked.
		this.account ??= accountOf(parseJSON(String(Preference.get("provision", "account"))));
		if (this.account === undefined && this.fault === "")
			this.fault = `no ${NAMES.join(", ")}: give them on mcconfig's command line or in ${PATH}`;
	}

	/** Keeps the account, which has been tried, and empties the file: the password is in it. */
	keep() {
		Preference.set("provision", "account", JSON.stringify(this.account));
		if (this.#isFromFile)
			this.#directory.openFile({ path: PATH, mode: "w" }).close();
	}

	/** Returns the account, undefined when that is none. */
	#checked(told, place) {
		const account = accountOf(told);
		if (account === undefined)
			this.fault = `${place} needs ${NAMES.join(", ")}, each as text`;
		return account;
	}

	/** What the file says, "" where there is none or it is empty. */
	#read() {
		const status = this.#directory.status(PATH);
		if (!status.isFile() || status.size === 0)
			return "";
		const bytes = new Uint8Array(Math.min(status.size, LONGEST + 1));
		const file = this.#directory.openFile({ path: PATH, mode: "r" });
		try {
			file.read(bytes, 0);
			return status.size > LONGEST ? "too long" : String.fromArrayBuffer(bytes.buffer);
		}
		catch {
			return "not UTF-8";
		}
		finally {
			file.close();
		}
	}
}

function accountOf(told) {
	const [baseUrl, identity, devicePassword] = NAMES.map((name) => told?.[name]);
	return [baseUrl, identity, devicePassword].every((text) => typeof text === "string" && text !== "") ? { baseUrl, identity, devicePassword } : undefined;
}
