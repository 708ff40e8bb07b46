/** Requests one after the other through a network that fails; each answer is held against what was asked for. */
import "./globals.js";
import { type ClientResponse, RecordsClient } from "records-client";
import type { SoakSettings } from "../../figures.js";
import { heapNow } from "./counters.js";
import { finish, tell } from "./finish.js";

const given = JSON.parse(settings) as SoakSettings;
/** All numbers that are sent have as many digits, so that no buffer depends on how far the run has come. */
const FIRST_VALUE = 1_000_000;
const LIST = 20;
/** Milliseconds: far more than an answer takes, far less than a cache's answer is old. */
const TIME_OFF = 600_000;
/** Among strangers, requests from one log-in to the next: before each the client is given a token whose `exp` is 1. */
const LOGIN_EVERY = 4;
const EXPIRED = "e30.eyJleHAiOjF9.e30";

const client = new RecordsClient({
	baseUrl: given.url,
	...given.isAmongStrangers ? { credentials: { collection: "users", identity: "device-one", password: given.password } } : {},
	// A stall must not take its time from the run; the service itself may need some, on a machine with other work.
	limits: { firstByte: 250, idle: 250, timeout: 3000, retryBase: 10, retryMaximum: 40, retryPause: 20, retryAfterMaximum: 40 } as object
});
let id = "";
let longest = 0;

async function soak(): Promise<void> {
	client.collection("users");
	await untilOk(() => client.authWithPassword("device-one", given.password));
	client.collection("readings");
	await calm();
	for (let number = 1; number <= given.count; number++) {
		await settle(number);
		if (number === 1000 || number % given.every === 0) {
			await calm();
			tellState(number);
		}
	}
}

/** In a function of its own, so that no answer is held while the state is told: one that failed has no body. */
async function settle(number: number): Promise<void> {
	if (given.isAmongStrangers && number % LOGIN_EVERY === 0)
		client.setAuthToken(EXPIRED);
	const begun = Date.now();
	const response = await request(number);
	longest = Math.max(longest, Date.now() - begun);
	if (!response.ok)
		refused(number, response);
	else if (!isTrue(number, response))
		lie(number, response);
	if (given.isAmongStrangers)
		checkTime(number);
}

/** The time that the client gives out is the service's, or none. The service's is this machine's. */
function checkTime(number: number): void {
	const now = client.now();
	if (now < 0 || Math.abs(now - Date.now()) < TIME_OFF)
		return;
	tell({ lie: `after request ${number} the time is ${new Date(now).toISOString()}` });
	host.exit(0);
}

/** Sends the request of that number: of a hundred 87 creates, ten reads, two lists and a refresh. */
function request(number: number): Promise<ClientResponse> {
	if (number % 100 === 99)
		return refresh();
	if (number % 50 === 33)
		return client.getListEx(1, LIST);
	if (number % 10 === 7)
		return client.getOneEx(id);
	return create("soak", number);
}

function isTrue(number: number, { body }: ClientResponse): boolean {
	const answer = JSON.parse(body) as { id: string; sensor: string; value: number; items: readonly unknown[]; token: string };
	if (number % 100 === 99)
		return answer.token === client.getAuthToken();
	if (number % 50 === 33)
		return answer.items.length === LIST;
	if (number % 10 === 7)
		return answer.id === id;
	return answer.sensor === "soak" && answer.value === FIRST_VALUE + number;
}

function create(sensor: string, number: number): Promise<ClientResponse> {
	return client.createEx('{"sensor":"' + sensor + '","value":' + String(FIRST_VALUE + number) + "}");
}

function refresh(): Promise<ClientResponse> {
	client.collection("users");
	const response = client.authRefresh();
	client.collection("readings");
	return response;
}

/** One of each that succeeds, so that what the client keeps of its last answers is the same whenever the state is told. */
async function calm(): Promise<void> {
	if (given.isAmongStrangers)
		await untilOk(() => client.getListEx(1, LIST));
	await untilOk(refresh);
	await untilOk(() => client.getListEx(1, LIST));
	const { body } = await untilOk(() => create("calm", 0));
	({ id } = JSON.parse(body) as { id: string });
}

async function untilOk(run: () => Promise<ClientResponse>): Promise<ClientResponse> {
	for (;;) {
		const response = await run();
		if (response.ok)
			return response;
	}
}

function refused(number: number, response: ClientResponse): void {
	const { kind, statusCode: status, error, body } = response;
	if (kind === "" || error === "" || body !== "" && kind !== "http")
		lie(number, response);
	tell({ refusal: { number, kind, status } });
}

function lie(number: number, { ok, kind, statusCode, error, body }: ClientResponse): never {
	tell({ lie: JSON.stringify({ number, ok, kind, statusCode, error, body }) });
	return host.exit(0);
}

function tellState(requests: number): void {
	const { liveSlots: slots, liveBytes: bytes, keys, sockets: connections } = heapNow("");
	tell({ state: { requests, slots, bytes, keys, connections, longest } });
}

finish(soak());
