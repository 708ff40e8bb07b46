/** The options of an outbox and of a flush. What an outbox does: host-tests/outbox. */
import test from "ava";
import { Outbox, type OutboxOptions } from "records-client/outbox";
import { type Directory, FileStorage } from "records-client/outbox/files";
import { RamStorage } from "records-client/outbox/ram";

const client = { sendEx: () => new Promise<never>(() => undefined) };
const right = { client, collection: "readings", storage: new RamStorage() };

for (const [message, options] of [
	["wenFull is unknown; did you mean whenFull?", { wenFull: "drop-oldest" }],
	["count is unknown; did you mean limits.count?", { count: 5 }],
	["whenFull must be drop-oldest or refuse-newest", { whenFull: "drop-newest" }],
	["whenFull must be of type string", { whenFull: 5 }],
	["onRejected must be of type function", { onRejected: 5 }],
	["limits must be of type object", { limits: 5 }],
	["limits must be of type object", { limits: null }],
	["limits.cont is unknown; did you mean limits.count?", { limits: { cont: 1 } }],
	["client must be a RecordsClient", { client: undefined }],
	["client must be a RecordsClient", { client: {} }],
	["client.now is required with stamp", { stamp: "taken" }],
	["stamp is required", { client: { ...client, now: () => 0 }, stamp: "" }],
	["collection is required", { collection: undefined }],
	["storage is required", { storage: undefined }],
	["storage is required", { storage: {} }]
] as const) {
	test(`an outbox with ${JSON.stringify(options)} throws: ${message}`, (t) => {
		t.throws(() => new Outbox({ ...right, ...options } as unknown as OutboxOptions), { instanceOf: TypeError, message });
	});
}

test("an outbox without options throws", (t) => {
	t.throws(() => new Outbox(undefined as unknown as OutboxOptions), { instanceOf: TypeError, message: "options must be of type object" });
});

test("ids are 15 characters, and each start counts from anywhere in most of what seven digits hold", (t) => {
	const firsts = new Set<string>();
	for (let start = 0; start < 50; start++) {
		const outbox = new Outbox({ ...right, storage: new RamStorage() });
		const { id } = outbox.put("{}");
		t.regex(id, /^[a-z0-9]{15}$/);
		firsts.add(id[8]);
		outbox.close();
	}
	t.true(firsts.size > 5, [...firsts].join());
});

test("an option of a flush that is unknown or wrong throws", (t) => {
	const outbox = new Outbox({ ...right, storage: new RamStorage() });
	t.teardown(() => outbox.close());
	const flush = (options: object) => () => void outbox.flush(options);
	t.throws(flush({ dedline: 20 }), { instanceOf: TypeError, message: "dedline is unknown; did you mean deadline?" });
	for (const deadline of ["soon", -1, NaN, {}])
		t.throws(flush({ deadline }), { instanceOf: RangeError, message: "deadline must be a number of 0 or more" });
});

test("an option of files that is unknown or missing throws", (t) => {
	const directory = { openFile: () => undefined } as unknown as Directory;
	const make = (options: object) => () => new FileStorage({ directory, ...options });
	t.throws(make({ block: 8 }), { instanceOf: TypeError, message: "block is unknown; there are directory, path, blocks, blockLength" });
	t.throws(make({ directory: undefined }), { instanceOf: TypeError, message: "directory is required" });
});
