import { AS_BYTES, AS_JSON, AS_TEXT, PREFERENCE_DELETE, PREFERENCE_GET, PREFERENCE_SET, valueOf } from "../protocol.js";
import { bytesOf, call, callText, decoder, encoder, leaveOut } from "./bridge.js";

type Value = string | number | boolean | ArrayBuffer;

const preference = {
	get(domain: string, key: string): Value | undefined {
		const answer = callText(PREFERENCE_GET, 0, 0, JSON.stringify([domain, key]));
		const bytes = bytesOf(answer);
		if (bytes === undefined)
			return undefined;
		if (valueOf(answer) === AS_BYTES)
			return bytes.slice().buffer;
		const text = decoder.decode(bytes);
		return valueOf(answer) === AS_TEXT ? text : JSON.parse(text) as Value;
	},
	set(domain: string, key: string, value: Value): void {
		const names = encoder.encode(JSON.stringify([domain, key]));
		const [type, content] = encoded(value);
		call(PREFERENCE_SET, names.length, type, names.buffer.concat(content));
	},
	delete(domain: string, key: string): void {
		callText(PREFERENCE_DELETE, 0, 0, JSON.stringify([domain, key]));
	}
};
leaveOut(preference, "delete", "get", "set");
/** The module "preference", as far as the library uses it: preferences that Node keeps. */
export const Preference = Object.freeze(preference);

function encoded(value: Value): [type: number, content: ArrayBuffer] {
	if (typeof value === "string")
		return [AS_TEXT, encoder.encode(value).buffer];
	if (value instanceof ArrayBuffer)
		return [AS_BYTES, value];
	return [AS_JSON, encoder.encode(JSON.stringify(value ?? null)).buffer];
}
