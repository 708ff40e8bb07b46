import test from "ava";
import { httpDate, retryAfter } from "../../../lib/auth/service-clock.js";
import { Random } from "../../../tools/random.js";

const now = Date.UTC(2026, 10, 21, 7) / 1000;

/** The two obsolete forms of an instant. */
function obsolete(seconds: number): { rfc850: string; asctime: string } {
	const [weekday, day, month, year, time] = new Date(seconds * 1000).toUTCString().split(" ");
	const long = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].find((name) => name.startsWith(weekday.slice(0, 3)));
	return { rfc850: `${long}, ${day}-${month}-${year.slice(2)} ${time} GMT`, asctime: `${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${year}` };
}

test("a year has four digits", (t) => t.is(httpDate(new Date(Date.UTC(10_000, 0, 1)).toUTCString()), -1));

test("the standard's example", (t) => t.is(httpDate("Sun, 06 Nov 1994 08:49:37 GMT"), Date.UTC(1994, 10, 6, 8, 49, 37) / 1000));

test("20,000 random instants are read; their obsolete forms are not", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const last = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;
	for (let round = 0; round < 20_000; round++) {
		const seconds = Math.floor(random.below(0x7fffffff) / 0x7fffffff * last);
		t.is(httpDate(new Date(seconds * 1000).toUTCString()), seconds);
		const { rfc850, asctime } = obsolete(seconds);
		t.is(httpDate(rfc850), -1, rfc850);
		t.is(httpDate(asctime), -1, asctime);
	}
});

test("each day of 1970 to 2104 is one, the day after a month's last and another weekday are none", (t) => {
	const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
	for (let year = 1970; year < 2105; year++) {
		for (let month = 0; month < 12; month++) {
			const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
			const name = new Date(Date.UTC(year, month)).toUTCString().slice(8, 11);
			for (let day = 0; day < 33; day++) {
				const date = new Date(Date.UTC(year, month, day));
				const text = (weekday: number): string => `${weekdays[weekday % 7]}, ${String(day).padStart(2, "0")} ${name} ${year} 00:00:00 GMT`;
				t.is(httpDate(text(date.getUTCDay())), day >= 1 && day <= last ? date.getTime() / 1000 : -1, text(date.getUTCDay()));
				t.is(httpDate(text(date.getUTCDay() + 1)), -1);
			}
		}
	}
});

const none = [
	"", " ", "0", "-1", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
	"Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT\n",
	"sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 NOV 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt",
	"Son, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nev 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
	"Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 01994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT",
	"Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1994 23:59:61 GMT",
	"Sat, 31 Dec 2016 23:59:60 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06 Nov 1994 -8:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
	"Wed, 31 Dec 1969 23:59:59 GMT", "Fri, 01 Jan 0099 00:00:00 GMT", "Sat, 00 Jan 2000 00:00:00 GMT",
	"Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sundayday, 06-Nov-94 08:49:37 GMT",
	"Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT", "Sun, Nov  6 08:49:37 1994", "Sun Nov  0 08:49:37 1994",
	"Sun Nov    08:49:37 1994"
];

for (const text of none)
	test(`no date: ${JSON.stringify(text)}`, (t) => t.is(httpDate(text), -1));

const usual = new Date((now + 120) * 1000).toUTCString();
const waits: readonly (readonly [text: string, now: number, seconds: number])[] = [
	["0", -1, 0],
	["120", -1, 120],
	["007", now, 7],
	["4000000000", now, 4_000_000_000],
	["9".repeat(400), now, Infinity],
	[usual, now, 120],
	[usual, now + 120, 0],
	[usual, now + 500, 0],
	[usual, -1, -1],
	[obsolete(now + 120).rfc850, now, -1],
	[obsolete(now + 120).asctime, now, -1],
	[new Date((now + 1_000_000) * 1000).toUTCString(), now, 1_000_000],
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

test("a Retry-After is counted from the beginning of 1970, too", (t) => {
	t.is(retryAfter("Thu, 01 Jan 1970 00:00:10 GMT", 0), 10);
	t.is(retryAfter("Thu, 01 Jan 1970 00:00:00 GMT", 0), 0);
});
