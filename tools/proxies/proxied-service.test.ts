import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import test from "ava";
import { RecordsClient } from "records-client";
import { serviceOfFile } from "../service-of-file.js";
import { asDevice } from "../stored-readings.js";
import { password } from "../successive-service.js";
import { proxyNames, type ProxyName } from "./proxied.js";
import { startProxied } from "./proxied-service.js";

/** Names of an answer's fields in their order, as each proxy writes them; `Content-Length` where the service sends one. */
const heads: Readonly<Record<ProxyName, string>> = {
	nginx: "Server Date Content-Type Content-Length Connection Vary X-Content-Type-Options X-Frame-Options X-Xss-Protection",
	caddy: "Alt-Svc Content-Length Content-Type Date Vary Via X-Content-Type-Options X-Frame-Options X-Xss-Protection",
	traefik: "Content-Length Content-Type Date Vary X-Content-Type-Options X-Frame-Options X-Xss-Protection",
	haproxy: "content-type vary x-content-type-options x-frame-options x-xss-protection date content-length",
	apache: "Date Server Content-Type Vary X-Content-Type-Options X-Frame-Options X-Xss-Protection Content-Length",
	cloudflare: "Date Content-Type Content-Length Connection Vary X-Content-Type-Options X-Frame-Options X-Xss-Protection "
		+ "cf-cache-status Report-To NEL Server CF-RAY alt-svc server-timing",
	"cloudflare-chunked": "Date Content-Type Transfer-Encoding Connection Vary X-Content-Type-Options X-Frame-Options X-Xss-Protection "
		+ "cf-cache-status Report-To NEL Server CF-RAY alt-svc server-timing"
};

const service = serviceOfFile();
let id: string;

test.before(async () => {
	const readings = (await asDevice({ url: service.url, password })).collection("readings");
	[{ id }] = await Promise.all(Array.from({ length: 100 }, (_, value) => readings.create({ sensor: "temperature", value })));
});

/** Answers of the service's at this URL, as the library gets them. */
async function answersAt(url: string): Promise<string[]> {
	const client = new RecordsClient({ baseUrl: url, preferences: null, limits: { body: 262_144 } });
	const logins = await client.collection("users").authWithPassword("device-one", password);
	client.collection("readings");
	const answers = [
		await client.getOneEx(id), await client.getListEx(1, 5), await client.getListEx(1, 500, "value,id"), await client.getListEx(1, 5),
		await client.createEx('{"id":"no"}'), await client.getOneEx(id)
	];
	const { connections } = client.stats();
	client.close();
	return [`${logins.error}${connections} connection`, ...answers.map(({ statusCode, body }) => `${statusCode} ${body}`)];
}

function askHealth(url: string): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		get(`${url}/api/health`, resolve).once("error", reject);
	});
}

for (const proxy of proxyNames) {
	test(`a stand-in for ${proxy} changes the heads of the service's answers and nothing else`, async (t) => {
		const proxied = await startProxied(service.port, proxy);
		try {
			t.deepEqual(await answersAt(proxied.url), await answersAt(service.url));
			const answer = await askHealth(proxied.url);
			t.is(answer.rawHeaders.filter((_, index) => index % 2 === 0).join(" "), heads[proxy]);
			t.is((JSON.parse(await text(answer)) as { code: number }).code, 200);
		}
		finally {
			proxied.close();
		}
	});
}

test("each answer is dated a second after the one before, however fast they are", async (t) => {
	const proxied = await startProxied(service.port, "nginx");
	try {
		const dates: number[] = [];
		for (let asked = 0; asked < 5; asked++)
			dates.push(Date.parse((await askHealth(proxied.url)).resume().headers.date!));
		t.deepEqual(dates.map((date) => date - dates[0]), [0, 1000, 2000, 3000, 4000]);
	}
	finally {
		proxied.close();
	}
});
