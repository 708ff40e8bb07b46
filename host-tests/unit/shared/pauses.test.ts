import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { type Pause, PAUSES, pauseOf } from "../../../lib/shared/pauses.js";
import { projectRoot } from "../../../service/project.js";
import { Random } from "../../../tools/random.js";

/** Just below 1. */
const most = 1 - 2 ** -53;

const { login, outage, refusal, repeat, delivery, wifi, clock } = PAUSES;
/** The page of docs/ that has a pause, and its words; undefined for a pause that users don't notice. */
const words: Readonly<Record<keyof typeof PAUSES, readonly [page: string, text: string] | undefined>> = {
	repeat: ["failures", `from 0 to ${grouped(repeat.base)} ms, doubled with each repeat up to ${grouped(repeat.most)} ms`],
	refusal: ["failures", `or ${grouped(refusal.least)} ms without one`],
	login: ["failures", `${login.least / 1000} to ${(login.least + login.base) / 1000} s, doubling to at most ${grouped((login.least + login.most) / 1000)}`],
	outage: ["failures", `${repeat.base / 2} to ${repeat.base / 2 + repeat.base} ms, doubling to at most ${minutes(outage.most)} and ${repeat.base / 2} ms`],
	stream: undefined,
	poll: ["live", "the next poll comes after a second and a random pause that doubles"],
	delivery: ["outbox", `a random time of at most ${delivery.base / 1000} seconds; with each failure that doubles, up to ${minutes(delivery.most)}`],
	wifi: ["network", `at most ${wifi.base / 1000} s after the first failure; the limit doubles with each failure up to ${minutes(wifi.most)}`],
	clock: ["network", `a random pause of up to ${minutes(clock.base)}, which doubles up to ${minutes(clock.most)}`],
	clockSet: ["network", "once or twice a day"],
	health: undefined,
	question: undefined,
	write: undefined,
	close: undefined
};

function minutes(milliseconds: number): string {
	return milliseconds === 60_000 ? "a minute" : `${milliseconds / 60_000} minutes`;
}

function grouped(figure: number): string {
	return figure.toLocaleString("en");
}

test("the bound of what chance adds doubles up to the maximum and stays there", (t) => {
	const bounds = [1, 2, 3, 4, 5, 6, 7, 31, 32, 33, 1000, 0x7fffffff].map((attempt) => pauseOf({ least: 0, base: 100, most: 5000 }, attempt, most));
	t.deepEqual(bounds, [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000, 5000, 5000]);
	t.is(pauseOf({ least: 0, base: 9000, most: 5000 }, 1, most), 5000);
	t.is(pauseOf({ least: 0, base: 1, most: 0x7fffffff }, 32, most), 0x7fffffff);
	t.is(pauseOf({ least: 0, base: 1, most: 0x7fffffff }, 31, most), 0x40000000);
});

test("the pause is a whole number, each from 0 to the bound as likely as the other", (t) => {
	const counts = new Array<number>(9).fill(0);
	for (let step = 0; step < 900; step++)
		counts[pauseOf({ least: 0, base: 1, most: 1000 }, 4, step / 900)]++;
	t.deepEqual(counts, new Array<number>(9).fill(100));
});

test("no pause passes its bound, falls below 0 or is a fraction", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	for (let round = 0; round < 10_000; round++) {
		const attempt = 1 + random.below(40);
		const base = 1 + random.below(0x7fffffff);
		const maximum = random.below(0x7fffffff);
		const wait = pauseOf({ least: 0, base, most: maximum }, attempt, random.below(0x7fffffff) / 0x7fffffff);
		t.true(Number.isInteger(wait) && wait >= 0 && wait <= Math.min(maximum, base * 2 ** (attempt - 1)), `${attempt} ${base} ${maximum}: ${wait}`);
	}
});

test("what is waited in any case comes before what chance adds", (t) => {
	t.is(pauseOf({ least: 700, base: 100, most: 150 }, 1, 0), 700);
	t.is(pauseOf({ least: 700, base: 100, most: 150 }, 1, most), 800);
	t.is(pauseOf({ least: 700, base: 100, most: 150 }, 9, most), 850);
	t.is(pauseOf({ least: 700, base: 0, most: 0 }, 9, most), 700);
});

test("each pause of the library is whole, and fits a timer however often it follows a failure", (t) => {
	for (const [name, pause] of Object.entries<Partial<Pause>>(PAUSES)) {
		for (const part of Object.values(pause))
			t.true(Number.isInteger(part) && part >= 0, name);
		t.true(pauseOf({ least: 0, base: 0, most: 0, ...pause }, 1000, most) < 2 ** 31, name);
	}
});

test("the pages have the pauses as they are", (t) => {
	for (const [page, text] of Object.values(words).filter((each) => each !== undefined))
		t.true(readFileSync(join(projectRoot(), "docs", `${page}.md`), "utf8").includes(text), `docs/${page}.md: ${text}`);
});

test("each pause is used, and the one of a socket in a bundle of its own is the same", (t) => {
	const library = join(projectRoot(), "lib");
	const sources = readdirSync(library, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts")).map((path) => readFileSync(join(library, path), "utf8")).join("\n");
	t.deepEqual(Object.keys(PAUSES).filter((name) => !new RegExp(`\\bPAUSES\\.${name}\\b`).test(sources)), []);
	t.true(sources.includes(`\nconst CLOSE_GRACE = ${PAUSES.close.least};\n`));
});
