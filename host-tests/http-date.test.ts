import test from "ava";
import { httpDate, RETRY_AFTER_MAXIMUM, retryAfter } from "../lib/http/http-date.js";
import { Random } from "./random.js";

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const now = Date.UTC(2026, 10, 21, 7) / 1000;

/** An instant in the three forms, by Node's own calendar. */
function forms(seconds: number): { usual: string; rfc850: string; asctime: string } {
	const date = new Date(seconds * 1000);
	const usual = date.toUTCString();
	const [, day, month, year, time] = usual.split(" ");
	const rfc850 = `${days[date.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
	return { usual, rfc850, asctime: `${usual.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${year}` };
}

const example = Date.UTC(1994, 10, 6, 8, 49, 37) / 1000;

for (const text of ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
	test(`the standard's example: ${text}`, (t) => t.is(httpDate(text, now), example));

test("20,000 random instants in the three forms are what Node takes them for", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const last = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;
	for (let round = 0; round < 20_000; round++) {
		const seconds = Math.floor(random.below(0x7fffffff) / 0x7fffffff * last);
		const { usual, asctime } = forms(seconds);
		t.is(httpDate(usual, -1), seconds, usual);
		t.is(httpDate(asctime, -1), seconds, asctime);
		const near = now - 49 * 31_536_000 + random.below(98 * 31_536_000);
		t.is(httpDate(forms(near).rfc850, now), near, forms(near).rfc850);
	}
});

test("each day of 1970 to 2104 is one, the day after a month's last is none", (t) => {
	for (let year = 1970; year < 2105; year++) {
		for (let month = 0; month < 12; month++) {
			const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
			for (let day = 0; day < 33; day++) {
				const seconds = Date.UTC(year, month, day) / 1000;
				const name = new Date(Date.UTC(year, month)).toUTCString().slice(8, 11);
				const text = `Mon, ${String(day).padStart(2, "0")} ${name} ${year} 00:00:00 GMT`;
				t.is(httpDate(text, now), day >= 1 && day <= last ? seconds : -1, text);
			}
		}
	}
});

test("a leap second is the second after it", (t) => {
	t.is(httpDate("Sat, 31 Dec 2016 23:59:60 GMT", now), Date.UTC(2017, 0, 1) / 1000);
});

const centuries: readonly (readonly [text: string, now: number, year: number])[] = [
	["Saturday, 21-Nov-76 07:00:00 GMT", now, 2076],
	["Sunday, 21-Nov-76 07:00:01 GMT", now, 1976],
	["Friday, 01-Jan-77 00:00:00 GMT", now, 1977],
	["Friday, 31-Dec-99 23:59:59 GMT", now, 1999],
	["Saturday, 01-Jan-00 00:00:00 GMT", now, 2000],
	["Tuesday, 29-Feb-00 00:00:00 GMT", Date.UTC(2060, 0, 1) / 1000, 2000],
	["Friday, 01-Jan-05 00:00:00 GMT", Date.UTC(2099, 11, 31) / 1000, 2105],
	["Friday, 31-Dec-99 23:59:59 GMT", Date.UTC(2101, 0, 1) / 1000, 2099]
];

for (const [text, seconds, year] of centuries) {
	test(`in ${new Date(seconds * 1000).getUTCFullYear()} ${text} is in ${year}`, (t) => {
		t.is(new Date(httpDate(text, seconds) * 1000).getUTCFullYear(), year);
	});
}

test("a year of two digits tells nothing while the time is unknown, nor where no century has the day", (t) => {
	t.is(httpDate("Sunday, 06-Nov-94 08:49:37 GMT", -1), -1);
	t.is(httpDate("Tuesday, 29-Feb-77 00:00:00 GMT", now), -1);
	t.is(httpDate("Sunday, 32-Nov-94 08:49:37 GMT", now), -1);
});

const none = [
	"", " ", "0", "-1", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
	"Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT\n",
	"sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 NOV 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt",
	"Son, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nev 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
	"Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 01994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT",
	"Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1994 23:59:61 GMT",
	"Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06 Nov 1994 -8:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
	"Wed, 31 Dec 1969 23:59:59 GMT", "Fri, 01 Jan 0099 00:00:00 GMT", "Sat, 00 Jan 2000 00:00:00 GMT",
	"Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sundayday, 06-Nov-94 08:49:37 GMT",
	"Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT", "Sun, Nov  6 08:49:37 1994", "Sun Nov  0 08:49:37 1994",
	"Sun Nov    08:49:37 1994", "Thu Feb 29 00:00:00 2100"
];

for (const text of none)
	test(`no date: ${JSON.stringify(text)}`, (t) => t.is(httpDate(text, now), -1));

const usual = forms(now + 120).usual;
const waits: readonly (readonly [text: string, now: number, seconds: number])[] = [
	["0", -1, 0],
	["120", -1, 120],
	["007", now, 7],
	[String(RETRY_AFTER_MAXIMUM), now, RETRY_AFTER_MAXIMUM],
	[String(RETRY_AFTER_MAXIMUM + 1), now, RETRY_AFTER_MAXIMUM],
	["9".repeat(400), now, RETRY_AFTER_MAXIMUM],
	[usual, now, 120],
	[usual, now + 120, 0],
	[usual, now + 500, 0],
	[usual, -1, -1],
	[forms(now + 120).rfc850, now, 120],
	[forms(now + 120).rfc850, -1, -1],
	[forms(now + 120).asctime, now, 120],
	[forms(now + 10 * RETRY_AFTER_MAXIMUM).usual, now, RETRY_AFTER_MAXIMUM],
	["", now, -1],
	[" ", now, -1],
	["-1", now, -1],
	["+1", now, -1],
	["1.5", now, -1],
	["1e3", now, -1],
	["0x10", now, -1],
	["1 ", now, -1],
	["1\n", now, -1],
	["Infinity", now, -1],
	["soon", now, -1]
];

for (const [text, seconds, expected] of waits)
	test(`Retry-After ${JSON.stringify(text.slice(0, 40))} at ${seconds}`, (t) => t.is(retryAfter(text, seconds), expected));
