/** Texts that are hard to write as UTF-8 go through an outbox on XS. Ends with a status other than 0 when one arrives as another. */
import "./globals.js";
import { ClientResponse } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { finish } from "./finish.js";

const UNKNOWN = "\ufffd";

/** What is put as text, and what must arrive. */
const values: readonly (readonly [put: string, arrives: string])[] = [
	["plain", "plain"],
	["°C", "°C"],
	["\ud800", UNKNOWN],
	["°\udfff°", "°" + UNKNOWN + "°"],
	["\ud83d\ude00", "\ud83d\ude00"],
	["\ude00\ud83d", UNKNOWN + UNKNOWN],
	["\ud83d\ud83d\ude00", UNKNOWN + "\ud83d\ude00"],
	["\ud7a3\ud55c", "\ud7a3\ud55c"],
	["\ud7a3\ud800", "\ud7a3" + UNKNOWN],
	["\\ud800 in ASCII", "\\ud800 in ASCII"],
	["\\ud83d\\ude00 °", "\\ud83d\\ude00 °"]
];
let body = "";

const client = {
	sendEx(_method: string, _path: string, bytes: Uint8Array): Promise<ClientResponse> {
		body = String.fromArrayBuffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
		return Promise.resolve(new ClientResponse("", 200, "", body));
	}
};
const outbox = new Outbox({ client, collection: "readings", storage: new RamStorage(), limits: { bootJitter: 600_000 } });

async function check(): Promise<void> {
	for (const [put, arrives] of values) {
		const { error, id } = outbox.put('{"value":"' + put + '"}');
		await outbox.flush();
		const expected = '{"id":"' + id + '","value":"' + arrives + '"}';
		if (error !== "" || body !== expected)
			throw new Error(error + JSON.stringify(body) + " is not " + JSON.stringify(expected));
	}
	host.print('{"texts":' + String(values.length) + "}");
}

finish(check());
