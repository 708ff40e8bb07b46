/** Clients that show a certificate of their own, before servers that take no others. */
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "records-client";
import { serverOf } from "../../tools/installed.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { startVerifyingServers, type VerifyingServers } from "../../tools/verifying-servers.js";

const service = serviceOfFile();
const names = ["client openssl", "client nginx", "client caddy", "client haproxy"];

/** By version. */
const servers: Record<string, VerifyingServers> = {};
test.before(async () => {
	for (const version of ["TLSv1.2", "TLSv1.3"] as const)
		servers[version] = await startVerifyingServers(service.port, version);
	for (const name of servers["TLSv1.2"].missing)
		console.log(`not run: certificates of clients before ${name}: it is not installed`);
});
test.after.always(() => Object.values(servers).map((each) => each.close()));

/** The first is Node's. */
function isInstalled(name: string): boolean {
	return name === names[0] || serverOf(name.slice("client ".length)) !== undefined;
}

interface Told {
	readonly kind: string;
	readonly statusCode: number;
	readonly error: string;
}

async function health(t: ExecutionContext, { authority, ports }: VerifyingServers, name: string, own: object): Promise<Told> {
	const records = new RecordsClient({ baseUrl: `https://localhost:${ports[name]}`, preferences: null, tls: { ca: authority.der, ...own }, limits: { retries: 0 } });
	t.teardown(() => records.close());
	const { kind, statusCode, error } = await records.checkHealth();
	return { kind, statusCode, error };
}

/** What is told where the server refuses. nginx shakes hands first, and answers; Node's server closes over a certificate that it has got. */
function refusalOf(name: string, version: string, isShown: boolean): Told {
	if (name === "client nginx")
		return { kind: "http", statusCode: 400, error: "HTTP 400" };
	const cut = version === "TLSv1.2" ? "peer closed during the TLS handshake" : "peer closed without ending TLS";
	return { kind: "tls", statusCode: 0, error: name === "client openssl" && isShown ? cut : "TLS handshake failed" };
}

for (const version of ["TLSv1.2", "TLSv1.3"]) {
	for (const name of names) {
		(isInstalled(name) ? test : test.skip)(`${name}, ${version}: a client that shows its certificate gets to the service; one without, with a stranger's or with one that has expired is told`, async (t) => {
			const these = servers[version];
			t.is((await health(t, these, name, these.client)).error, "");
			for (const [what, own] of Object.entries({ "none": {}, "a stranger's": these.stranger, "one that has expired": these.expired }))
				t.deepEqual(await health(t, these, name, own), refusalOf(name, version, what !== "none"), what);
		});
	}
}
