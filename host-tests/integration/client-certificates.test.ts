/** Clients that show a certificate of their own, before servers that take no others. */
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "records-client";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { startVerifyingServers, type VerifyingServers } from "../../tools/verifying-servers.js";

const service = serviceOfFile();
const names = ["client openssl", "client nginx", "client caddy", "client haproxy"];

let servers: VerifyingServers;
test.before(async () => {
	servers = await startVerifyingServers(service.port);
	for (const name of servers.missing)
		console.log(`not run: certificates of clients before ${name}: it is not installed`);
});
test.after.always(() => servers?.close());

async function health(t: ExecutionContext, name: string, own: object): Promise<{ ok: boolean; statusCode: number; kind: string; error: string }> {
	const records = new RecordsClient({ baseUrl: `https://localhost:${servers.ports[name]}`, preferences: null, tls: { ca: servers.authority.der, ...own } });
	t.teardown(() => records.close());
	return records.checkHealth();
}

for (const name of names) {
	test(`${name}: a client that shows its certificate gets to the service; one without, or with a stranger's, does not`, async (t) => {
		if (servers.ports[name] === undefined) {
			t.pass();
			return;
		}
		const { client, stranger } = servers;
		const answer = await health(t, name, client);
		t.is(answer.error, "");
		t.true(answer.ok);
		for (const own of [{}, stranger]) {
			const { kind, ok, statusCode } = await health(t, name, own);
			t.false(ok);
			// nginx shakes hands first, and answers 400.
			t.true(kind === "tls" || statusCode === 400, `${kind} ${statusCode}`);
		}
	});
}
