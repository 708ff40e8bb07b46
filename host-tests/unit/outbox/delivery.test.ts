/** Plays each pair of state and answer of the table in lib/outbox/delivery-states.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { text } from "../../../host/text.js";
import type { Method } from "../../../lib/call-options.js";
import { Outbox } from "../../../lib/outbox/outbox.js";
import { RamStorage } from "../../../lib/outbox/ram-storage.js";
import { ClientResponse, failure } from "../../../lib/response.js";
import { projectRoot } from "../../../service/project.js";
import { SetTimers } from "../../../tools/set-timers.js";
import { takenResponse } from "../../contract/outbox/answer.js";

type Answer = ClientResponse | ((request: Request) => ClientResponse);

interface Request {
	readonly method: Method;
	readonly path: string;
	readonly body: string;
	/** Id of the last reading that was sent. */
	readonly id: string;
}

const TIMES = { unknown: -1, wrong: Date.UTC(2020, 0, 1), right: Date.UTC(2026, 0, 1) };
const json = (status: number, body: object): ClientResponse => new ClientResponse(status < 300 ? "" : "http", status, status < 300 ? "" : "refused", JSON.stringify(body));
const fault = (data: object): ClientResponse => json(400, { status: 400, message: "Failed to create record.", data });

const taken: Answer = ({ body }) => takenResponse(body);
const replaced: Answer = ({ body }) => takenResponse(body.replaceAll(/"id":"[^"]*"/g, '"id":"another00000000"'));
const busy = json(503, {});
const unasked = failure("dns", "no network");
const page = new ClientResponse("protocol", 200, "the answer is not JSON", "");
const withheld = json(404, {});
const tooLong = new ClientResponse("too-large", 200, "too long", "");
const healthy = json(200, { code: 200 });
const general = fault({});
const invalid = fault({ value: { code: "validation_required", message: "Cannot be blank." } });
const idTaken = fault({ id: { code: "validation_not_unique", message: "Value must be unique." } });
const idRefused = fault({ id: { code: "validation_invalid", message: "Invalid." } });
const failed = fault({ requests: { 1: { code: "batch_request_failed", response: {} } } });
const record: Answer = ({ id }) => json(200, { id, value: 1 });
const witness: Answer = ({ path }) => json(200, { id: path.split("/").at(-1)!.split("?")[0] });
const others: Answer = ({ id }) => json(200, { id, value: 2 });
const timed: Answer = ({ id }) => json(200, { id, value: 1, taken: "2019-01-01 00:00:00.000Z" });

/** What a play begins with. */
interface Scene {
	/** Readings that wait; 1 where nothing is said. */
	readonly count?: number;
	/** Whether times are learned late, and first a wrong one or none. */
	readonly time?: "wrong" | "unknown";
	/** Whether a reading was taken before, and whether the storage is full then. */
	readonly hasWitness?: boolean;
	readonly isFull?: boolean;
}

/** Answers until the state is reached, then the one that is played. `flush` begins another delivery. */
type Script = readonly (Answer | "flush")[];
type Play = readonly [alternative: string, script: Script, scene?: Scene];

const again: Script = [busy, "flush", busy, "flush"];
const timeless: Scene = { time: "unknown" };
const wrong: Scene = { time: "wrong" };
const two: Scene = { count: 2 };
/** So many that a batch which was halved twice has several. */
const many: Scene = { count: 8 };
const known: Scene = { hasWitness: true };
/** Fifteen refusals after the first, of a reading alone in a storage that is full, until the witness is asked for. */
const settled: Script = Array.from({ length: 15 }, () => [general, withheld]).flat();
const full: Scene = { isFull: true };

/** By state and answer as the table has them. */
const plays: Readonly<Record<string, readonly Play[]>> = {
	"RESTING: none: readings lack their time": [["ASKING_TIME", [], timeless]],
	"RESTING: none: they have it": [["send", []]],
	"ASKING_TIME: the time, any other good one, a refusal": [["send", [healthy], timeless], ["send", [json(403, {})], timeless]],
	"ASKING_TIME: TRY_AGAIN, a page": [
		["pause", [busy], timeless], ["pause", [page], timeless], ["send", [busy, "flush", busy, "flush", page, "flush", busy], timeless]
	],
	"ASKING_TIME: NOT_ASKED": [["pause", [unasked], timeless]],
	"SENDING_BATCH: TAKEN": [["delivered", [taken], two], ["CORRECTING_BATCH", [taken], { count: 2, ...wrong }]],
	"SENDING_BATCH: BATCH_FAILED, BATCH_TOO_LARGE, BATCH_UNSUPPORTED": [["send", [failed], two], ["send", [json(413, {})], two], ["send", [tooLong], two], ["send", [json(403, {})], two]],
	"SENDING_BATCH: ID_REPLACED": [["stop", [replaced], two]],
	"SENDING_BATCH: TRY_AGAIN": [["pause", [busy], two], ["pause", [page], two], ["FETCHING_READING", [...again, busy], many]],
	"SENDING_BATCH: NOT_ASKED": [["pause", [unasked], two]],
	"CORRECTING_BATCH: TAKEN": [["delivered", [taken, taken], { count: 2, ...wrong }]],
	"CORRECTING_BATCH: any other": [["as", [taken, busy], { count: 2, ...wrong }]],
	"SENDING_ONE: TAKEN": [["delivered", [taken]], ["CORRECTING_ONE", [taken], wrong]],
	"SENDING_ONE: REFUSED": [general, invalid, idTaken, page, withheld, json(413, {}), json(200, {}), json(302, {})].map((answer) => ["FETCHING_READING", [answer]]),
	"SENDING_ONE: TRY_AGAIN": [
		...[busy, json(429, {}), json(408, {}), failure("timeout", "late"), failure("connect", "lost"), failure("auth", "refused")].map((answer): Play => ["pause", [answer]]),
		["FETCHING_READING", [...again, busy]]
	],
	"SENDING_ONE: ID_REPLACED": [["stop", [replaced]]],
	"SENDING_ONE: IDS_REFUSED, NOT_ASKED": [["pause", [idRefused]], ["pause", [unasked]], ["pause", [failure("closed", "closed")]]],
	"CORRECTING_ONE: TAKEN, a refusal": [["delivered", [taken, taken], wrong], ["delivered", [taken, withheld], wrong], ["CORRECTING_ONE", [idTaken, timed, taken], wrong]],
	"CORRECTING_ONE: TRY_AGAIN, a page": [
		["pause", [taken, busy], wrong], ["pause", [taken, page], wrong],
		["delivered", [taken, busy, "flush", idTaken, timed, busy, "flush", idTaken, timed, page, "flush", idTaken, timed, busy], wrong]
	],
	"CORRECTING_ONE: NOT_ASKED": [["pause", [taken, unasked], wrong]],
	"FETCHING_READING: too long": [["FETCHING_ID", [general, tooLong]]],
	"FETCHING_READING, FETCHING_ID: the record, withheld: to a batch": [["send", [...again, busy, record], many], ["send", [...again, busy, withheld], many], ["send", [...again, busy, tooLong, record], many]],
	"FETCHING_READING, FETCHING_ID: the record": [["delivered", [general, record]], ["delivered", [page, record]], ["delivered", [general, tooLong, record]], ["CORRECTING_ONE", [busy, busy, "flush", general, record], full]],
	"FETCHING_READING, FETCHING_ID: the record with another time": [["CORRECTING_ONE", [idTaken, timed], wrong]],
	"FETCHING_READING, FETCHING_ID: another's record": [["refused", [general, others]]],
	"FETCHING_READING, FETCHING_ID: withheld, though its id is taken": [["FETCHING_WITNESS", [idTaken, withheld], known], ["refused", [idTaken, withheld]]],
	"FETCHING_READING, FETCHING_ID: withheld, or another refusal": [["refused", [general, withheld]], ["refused", [general, general]], ["refused", [general, tooLong, withheld]]],
	"FETCHING_READING, FETCHING_ID: a page": [["FETCHING_WITNESS", [general, page], known], ["pause", [general, page]], ["pause", [...again, busy, page], many], ["pause", [general, tooLong, tooLong]]],
	"FETCHING_READING, FETCHING_ID: TRY_AGAIN, NOT_ASKED": [["pause", [general, busy], known], ["pause", [general, unasked], known]],
	"FETCHING_WITNESS: the witness": [["refused", [general, page, witness], known]],
	"FETCHING_WITNESS: withheld, where the reading's id is taken": [["delivered", [idTaken, withheld, withheld], known]],
	"FETCHING_WITNESS: any other": [["pause", [general, page, withheld], known], ["pause", [general, page, busy], known], ["pause", [idTaken, withheld, page], known]],
	"PROVING: the witness, for this reading the first time": [["send", [...settled, witness], full]],
	"PROVING: the witness, once more": [["reject", [...settled, witness, general, withheld, witness], full]],
	"PROVING: any other": [["pause", [...settled, withheld], full], ["pause", [...settled, page], full]]
};

/** The rows of the table, by state and answer. */
function table(): Map<string, string> {
	const source = readFileSync(join(projectRoot(), "lib/outbox/delivery-states.ts"), "utf8");
	const rows = new Map<string, string>();
	let state = "";
	for (const line of source.slice(source.indexOf("| state |"), source.indexOf("| way |")).split("\n").slice(2)) {
		const cells = line.replaceAll("`", "").split("|").slice(1, -1).map((cell) => cell.trim());
		if (cells.length < 3)
			continue;
		state = cells[0] || state;
		rows.set(`${state}: ${cells[1]}`, cells[2]);
	}
	return rows;
}

const rows = table();

/** Lets all promises go on that can. */
function turn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Plays a script. Returns what its last answer led to, in the table's words. */
async function play(script: Script, { count = 1, hasWitness = false, isFull = false, time }: Scene = {}): Promise<string> {
	const requests: (Request & { readonly resolve: (response: ClientResponse) => void })[] = [];
	let rejected = 0;
	let id = "";
	let hasAnswered = false;
	const client = {
		sendEx(method: Method, path: string, bytes?: Uint8Array): Promise<ClientResponse> {
			const body = bytes === undefined ? "" : text.decode(bytes, 0, bytes.length)!;
			id = [...body.matchAll(/"id":"([^"]*)"/g)].at(-1)?.[1] ?? id;
			return new Promise((resolve) => requests.push({ method, path, body, id, resolve }));
		},
		now: (unconfirmed?: boolean) => hasAnswered ? TIMES.right : unconfirmed === true && time === "wrong" ? TIMES.wrong : TIMES.unknown
	};
	const outbox = new Outbox({ text, timers: new SetTimers(), origin: () => "a start" }, {
		client, collection: "readings", storage: new RamStorage(2048, 512), whenFull: "refuse-newest", onRejected: () => rejected++,
		...time === undefined ? {} : { stamp: "taken" }, limits: { reading: 128, count: 1000, age: 3_600_000, bootJitter: 3_600_000, retryBase: 0 }
	});
	const flush = (): Promise<void> => {
		void outbox.flush();
		return turn();
	};
	const answer = async (given: Answer): Promise<void> => {
		const request = requests.pop();
		if (request === undefined)
			throw new Error("nothing was sent");
		const response = typeof given === "function" ? given(request) : given;
		hasAnswered ||= time === "wrong" && request.method !== "GET" && response.ok;
		request.resolve(response);
		await turn();
	};
	if (hasWitness) {
		outbox.put({ value: 0 });
		await flush();
		await answer(taken);
	}
	for (let reading = 0; reading < count; reading++)
		outbox.put({ value: 1 });
	if (isFull) {
		while (outbox.put({ value: 3 }).stored);
		await flush();
		await answer(fault({ requests: { 0: { code: "batch_request_failed", response: {} } } }));
		await answer(general);
		await answer(withheld);
		while (requests.at(-1)?.method === "POST" && (requests.at(-1)!.path.startsWith("/api/batch") || requests.at(-1)!.body.includes('"value":3')))
			await answer(taken);
	}
	else
		await flush();
	let before = outbox.stats();
	for (const step of script) {
		if (step === "flush") {
			await flush();
			continue;
		}
		before = outbox.stats();
		await answer(step);
	}
	const { delivered } = outbox.stats();
	const next = requests.at(-1);
	try {
		if (rejected > 0)
			return "reject";
		if (delivered > before.delivered)
			return "delivered";
		if (next === undefined) {
			const sent = outbox.stats().requests;
			await flush();
			return outbox.stats().requests === sent ? "stop" : "pause";
		}
		return stateOf(next, id);
	}
	finally {
		outbox.close();
	}
}

/** The state that a request tells, or `send`. */
function stateOf({ method, path }: Request, id: string): string {
	if (path === "/api/health")
		return "ASKING_TIME";
	if (method === "PATCH")
		return "CORRECTING_ONE";
	if (method === "POST")
		return "send";
	if (!path.includes(id))
		return "FETCHING_WITNESS";
	return path.includes("?") ? "FETCHING_ID" : "FETCHING_READING";
}

test("each pair of state and answer of the table is played, and no other", (t) => {
	t.deepEqual(Object.keys(plays).sort(), [...rows.keys()].sort());
	for (const [pair, alternatives] of Object.entries(plays)) {
		for (const next of (rows.get(pair) ?? "").split("; "))
			t.true(alternatives.some(([alternative]) => next.startsWith(alternative)), `${pair} → ${next}`);
	}
});

/** Ways of which several are seen alike from outside. */
const seen: Readonly<Record<string, string>> = { refused: "send", as: "pause", CORRECTING_BATCH: "send" };

for (const [pair, alternatives] of Object.entries(plays)) {
	for (const [index, [alternative, script, scene]] of alternatives.entries())
		test(`${pair} → ${alternative} (${index + 1})`, async (t) => t.is(await play(script, scene), seen[alternative] ?? alternative));
}

test("a reading whose id is taken is rejected for another's record, not for pages in its record's place", async (t) => {
	const twice = (...script: Script): Script => [...script, ...script];
	t.is(await play(twice(idTaken, others), full), "reject");
	t.is(await play(twice(idTaken, withheld, witness), full), "reject");
	t.is(await play(twice(idTaken, page, witness), full), "send");
});
