import { jsonOf } from "../protocol.js";
import { bytesOf, callText, leaveOut } from "./bridge.js";

type Value = string | number | boolean;

const preference = {
	get(domain: string, key: string): Value | undefined {
		const bytes = bytesOf(callText("getPreference", JSON.stringify([domain, key])));
		return bytes === undefined ? undefined : jsonOf(bytes) as Value;
	},
	set(domain: string, key: string, value: Value): void {
		callText("setPreference", JSON.stringify([domain, key, value]));
	},
	delete(domain: string, key: string): void {
		callText("deletePreference", JSON.stringify([domain, key]));
	}
};
leaveOut(preference, "delete", "get", "set");
/** The module "preference", as far as the library uses it: preferences that Node keeps, but no bytes. */
export const Preference = Object.freeze(preference);
