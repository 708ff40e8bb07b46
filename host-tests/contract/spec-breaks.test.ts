/**
 * No case of spec/ is one that can't fail: each was seen red under a break of its rule, and is here again. breaks.md names the
 * cases of each break. RECORDS_BREAKS=write finds them anew and writes that page.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import type { RecordsClient as Client } from "../../lib/client.js";
import { RecordsClient, Resolver, TCP } from "records-client";
import { projectRoot } from "../../service/project.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import type { Case, Context } from "./case.js";
import { patient } from "./patience.js";
import { type Break, breaks, broken, topics } from "./spec/breaks.js";
import { specCases } from "./spec/index.js";

const page = join(projectRoot(), "host-tests", "contract", "spec", "breaks.md");
const service = serviceOfFile();
/** Milliseconds after which a case that is looked for counts as one that has not failed. */
const patience = 20_000;

/** Runs a case, with a break or without. Returns what failed, "" for nothing. */
async function run({ run }: Case, rule?: Break): Promise<string> {
	const clients: RecordsClient[] = [];
	const context: Context = {
		service: service.url, peer: "", front: "",
		preferences: new MemoryPreferences(),
		http: { dns: { io: Resolver }, socket: { io: TCP } },
		client(options) {
			const client = new RecordsClient({ preferences: null, ...patient(options) });
			clients.push(client);
			return client as unknown as Client;
		},
		sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
		equal(actual, expected, what = "") {
			if (!Object.is(actual, expected))
				throw new Error(`${what}: ${String(actual)} is not ${String(expected)}`);
		},
		ok(value, what) {
			if (!value)
				throw new Error(what);
		}
	};
	try {
		await run(rule === undefined ? context : broken(context, rule));
		return "";
	}
	catch (error) {
		return `failed: ${String(error)}`;
	}
	finally {
		for (const client of clients)
			client.close();
	}
}

/** Reads `> break` lines, each with the `- case` lines that follow it. */
function listed(text: string): { name: string; cases: string[] }[] {
	const found: { name: string; cases: string[] }[] = [];
	for (const line of text.split("\n")) {
		if (line.startsWith("> "))
			found.push({ name: line.slice(2), cases: [] });
		else if (line.startsWith("- "))
			found.at(-1)?.cases.push(line.slice(2));
	}
	return found;
}

async function write(): Promise<string[]> {
	let left = [...specCases];
	const found = new Map<string, string[]>();
	// First the cases that a break is about, and of these breaks the one that is about the fewest.
	const width = ({ name }: Break): number => specCases.filter((one) => topics[name]?.test(one.name)).length;
	for (const topic of [true, false]) {
		for (const rule of [...breaks].sort((one, other) => width(one) - width(other))) {
			const asked = left.filter(({ name }) => !topic || topics[rule.name]?.test(name));
			const results = await Promise.all(asked.map((one) => Promise.race([run(one, rule), new Promise<string>((resolve) => setTimeout(resolve, patience, "").unref())])));
			const red = asked.filter((_, at) => results[at] !== "");
			left = left.filter((one) => !red.includes(one));
			found.set(rule.name, [...found.get(rule.name) ?? [], ...red.map(({ name }) => name)]);
		}
	}
	const sections = breaks.filter(({ name }) => found.get(name)!.length > 0).map(({ name }) => `\n> ${name}\n${found.get(name)!.map((one) => `- ${one}\n`).join("")}`);
	writeFileSync(page, readFileSync(page, "utf8").split("\n> ")[0].trimEnd() + "\n" + sections.join(""));
	return left.map(({ name }) => name);
}

if (process.env.RECORDS_BREAKS === "write")
	test("each case fails under a break", async (t) => t.deepEqual(await write(), []));
else {
	const list = listed(readFileSync(page, "utf8"));

	test("each case is named once, and each break is one", (t) => {
		t.deepEqual(list.flatMap(({ cases }) => cases).sort(), specCases.map(({ name }) => name).sort());
		t.deepEqual(list.map(({ name }) => name), breaks.map(({ name }) => name));
	});

	for (const { name, cases } of list) {
		const rule = breaks.find((one) => one.name === name);
		test.serial(`red: ${name}`, async (t) => {
			const green = await Promise.all(specCases.filter((one) => cases.includes(one.name)).map(async (one) => await run(one, rule) === "" ? one.name : ""));
			t.deepEqual(green.filter((title) => title !== ""), []);
		});
	}
}
