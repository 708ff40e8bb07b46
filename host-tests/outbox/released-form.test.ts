/** A device that is updated keeps its token and its readings: what each release has left is read by this build. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { RecordsClient } from "../../host/node.js";
import { projectRoot } from "../../service/project.js";
import { Disk } from "./disk.js";
import { LocalService } from "./model/local-service.js";
import { delivered, filesOf, flashOf, formOf, openAt, preferencesOf, type ReleasedForm, releasedForms } from "./released-form.js";

function flash({ flash: bytes }: ReleasedForm) {
	return flashOf(Buffer.from(bytes, "base64"));
}

function files(form: ReleasedForm) {
	return filesOf(new Disk(new Map(Object.entries(form.files).map(([name, bytes]) => [name, Buffer.from(bytes, "base64")]))));
}

for (const form of releasedForms()) {
	for (const [name, open] of Object.entries({ flash, files })) {
		test(`the readings that ${form.version} has left in ${name} are delivered, with their times`, async (t) => {
			t.deepEqual(form.waiting.map(({ value }) => value), [4, 5, 6, 7, 8]);
			t.deepEqual(await delivered(open(form)), form.waiting);
		});

		test(`the log of ${form.version} in ${name} takes new readings`, async (t) => {
			const service = new LocalService();
			const outbox = openAt(open(form), service, { now: -1 }, "a later build");
			for (let value = 101; value < 111; value++)
				t.true(outbox.put({ sensor: "t", value }).stored);
			t.like(await outbox.flush(), { delivered: 15, left: 0, error: "" });
			t.like(outbox.stats(), { damaged: 0, dropped: 0, storageErrors: 0 });
		});
	}

	test(`the token that ${form.version} has stored is restored, for its service and user only`, (t) => {
		const { baseUrl, identity, preferences, token } = form.token;
		const restore = (changes: object): string => {
			const client = new RecordsClient({
				baseUrl, preferences: preferencesOf(new Map(Object.entries(preferences))), credentials: { collection: "users", identity, password: "fixture" }, ...changes
			});
			const isThere = client.restoreAuthToken();
			const found = client.getAuthToken();
			client.close();
			t.is(isThere, found !== "");
			return found;
		};
		t.is(restore({}), token);
		t.is(restore({ baseUrl: "http://127.0.0.1:8091" }), "");
		t.is(restore({ credentials: { collection: "users", identity: "device-two", password: "fixture" } }), "");
	});
}

test("this version's form is among them, and what this build leaves is read as it is", async (t) => {
	const { version } = JSON.parse(readFileSync(join(projectRoot(), "package.json"), "utf8")) as { version: string };
	t.true(releasedForms().some((form) => form.version === version));
	const form = await formOf("next");
	t.deepEqual(form.waiting, releasedForms().at(-1)?.waiting);
	t.deepEqual(await delivered(flash(form)), form.waiting);
	t.deepEqual(await delivered(files(form)), form.waiting);
});
