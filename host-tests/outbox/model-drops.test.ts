import test from "ava";
import type { OutboxStats } from "../../lib/outbox/index.js";
import { ClientResponse } from "../../lib/response.js";
import type { Found } from "./model/content.js";
import { Model } from "./model/model.js";
import type { Reading } from "./model/readings.js";
import { Violation } from "./model/violation.js";

const none: OutboxStats = {
	stored: 0, refused: 0, delivered: 0, rejected: 0, dropped: 0, damaged: 0, badBlocks: 0,
	requests: 0, writes: 0, erases: 0, storageErrors: 0
};

function readingOf(serial: number): Reading {
	const fields = JSON.stringify({ sensor: "t", value: serial });
	return { serial, sort: "good", put: fields, fields };
}

function idOf(serial: number): string {
	return String(serial).padStart(15, "a");
}

/** What storage holds of readings. */
function found(...serials: number[]): Found[] {
	return serials.map((serial) => ({ id: idOf(serial), fields: readingOf(serial).fields }));
}

/** A model whose storage has failed for a while: of four readings the service has taken the first two. */
function shaky(): Model {
	const model = new Model();
	model.start([]);
	model.isShaky = true;
	for (const serial of [1, 2, 3, 4])
		model.put(readingOf(serial), { id: idOf(serial), stored: true, error: "" });
	model.answered([idOf(1), idOf(2)], new ClientResponse("", 200, "", "{}"));
	model.check({ ...none, stored: 4, delivered: 2 }, 2);
	return model;
}

test("behind a storage that failed, a power cut in a put that has dropped one reading: any that waited may be missing", (t) => {
	const model = shaky();
	model.cutPut(readingOf(5), 1);
	t.notThrows(() => model.start(found(4)));
	model.answered([idOf(4)], new ClientResponse("", 200, "", "{}"));
	t.notThrows(() => model.end(new Map(found(1, 2, 4).map(({ fields, id }) => [id, fields]))));
});

test("behind a storage that failed, no more readings may be missing than were dropped", (t) => {
	const cut = shaky();
	cut.cutPut(readingOf(5), 1);
	t.throws(() => cut.start([]), { instanceOf: Violation, message: /^lost.*: reading 3 .*, reading 4 / });

	const dropped = shaky();
	dropped.put(readingOf(5), { id: idOf(5), stored: true, error: "" });
	dropped.check({ ...none, stored: 5, delivered: 2, dropped: 1 }, 2);
	t.throws(() => dropped.check({ ...none, stored: 5, delivered: 2, dropped: 1 }, 1), { message: /^1 pending, though 2/ });
});
