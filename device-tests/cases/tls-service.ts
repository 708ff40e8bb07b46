import { PASSWORD } from "cases";
import TCP from "embedded:io/socket/tcp";
import { eachRecord } from "records-client/lists";
import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import { watching } from "../../host-tests/contract/live/watch.js";
import { create, only } from "../../host-tests/contract/spec/devices.js";
import { send } from "../../host-tests/contract/transfers/scene.js";
import { expectFile, type Picture } from "../../host-tests/contract/transfers/service.js";
import type { RecordsClient } from "../../lib/client.js";
import type { SecureOptions, Socket, SocketOptions } from "../../lib/platform.js";
import { bound, overTLS } from "../app/providers.js";
import type { TLSPlaces } from "../app/secure-line.js";

const Connection = TCP as unknown as new (options: SocketOptions) => Socket;

const creates = 50;

/** Handshakes and records with data that the proxy has seen. */
function countsOf(port: number): Promise<readonly number[]> {
	return new Promise((resolve) => {
		let text = "";
		const socket = new Connection({
			address: "127.0.0.1",
			port,
			onReadable(count) {
				text += bound().text.decode(new Uint8Array(socket.read(count) as ArrayBuffer), 0, count) ?? "";
			},
			onError() {
				socket.close();
				resolve(text.split(" ").map(Number));
			}
		});
	});
}

async function loggedIn(context: Context, port: number | undefined, secure: SecureOptions): Promise<RecordsClient> {
	const records = context.client({ baseUrl: `https://localhost:${port}`, network: overTLS(secure) });
	const login = await records.collection("users").authWithPassword("device-one", PASSWORD);
	context.equal(login.error, "");
	return records;
}

export function serviceCases({ ports, authorities }: TLSPlaces): readonly Case[] {
	const secure: SecureOptions = { certificate: authorities[0] };
	return [
		testCase(`${creates} creates cost one handshake, and a record each`, async (context) => {
			const records = await loggedIn(context, ports.counted, secure);
			const [handshakes = 0, before = 0] = await countsOf(ports.counts);
			records.collection("readings");
			for (let made = 0; made < creates; made++) {
				const { ok, error } = await records.createEx(JSON.stringify({ sensor: "temperature", value: made }));
				context.ok(ok, error);
			}
			const [after = 0, behind = 0] = await countsOf(ports.counts);
			context.equal(handshakes, 1);
			context.equal(after, 1);
			context.equal(behind - before, creates);
		}),
		testCase("a list of several records is read", async (context) => {
			const records = await loggedIn(context, ports.good, secure);
			const list = await records.collection("readings").getListEx(1, creates, null, null, "1");
			context.ok(list.ok, list.error);
			context.ok((JSON.parse(list.body) as { items: unknown[] }).items.length >= creates, "whole");
		}),
		testCase("a streamed list, a file up and down, and live records with their stream work", watching(async ({ sensor, watchRecords }, context) => {
			const records = await loggedIn(context, ports.good, secure);
			records.collection("readings");
			for (let value = 0; value < 5; value++)
				await create(context, records, { sensor, value });
			let seen = 0;
			const list = await eachRecord({ client: records, collection: "readings", filter: only(sensor), perPage: 2 }, () => {
				seen++;
			});
			context.equal(list.error, "");
			context.equal(seen, 5);
			const length = 60_000;
			const sent = await send(records, { field: "attachment", length, record: { device: records.authRecord?.id } });
			context.equal(sent.error, "");
			const { attachment = "", id = "" } = sent.json<Picture>() ?? {};
			await expectFile(context, records, id, attachment, length, false);
			const watch = watchRecords(records, sensor, { stream: true });
			await watch.until(() => watch.states.length === 2);
			context.equal(watch.states.join("; "), "records  200; stream  204");
			await create(context, records, { sensor, value: 5 });
			await watch.untilTold(6);
		})),
		...["wrong-host", "expired", "not-yet-valid", "unknown-ca", "self-signed", "forged", "plain"].map((server) => testCase(`${server}: the request fails, and the app goes on`, async (context) => {
			const refused = context.client({ baseUrl: `https://localhost:${ports[server]}`, network: overTLS(secure) });
			const response = await refused.collection("readings").getListEx();
			context.equal(response.ok, false);
			context.equal(response.statusCode, 0);
			context.ok(/^(?:certificate is|certificate has|peer does)/.test(response.error), response.error);
			await loggedIn(context, ports.good, secure);
		})),
		testCase("https is bound, with the device's own CAs", async (context) => {
			const records = context.client({ baseUrl: `https://localhost:${ports.good}` });
			const { error } = await records.collection("readings").getListEx();
			context.equal(error, "certificate is not signed by a trusted CA");
		})
	];
}
