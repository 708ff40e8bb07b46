/** What the live page works out of readings: kit/page/readings.js, scale.js, csv.js. */
import test from "ava";
import { csvOf } from "../page/csv.js";
import { aheadOf, delayOf, depthOf, gapsIn, lengthText, milliseconds, pausesOf, type Reading, Series, timeOf } from "../page/readings.js";
import { drawable, factorOf, numberText, rangeOf, stepsIn, withoutTurns } from "../page/scale.js";

const start = Date.UTC(2026, 10, 21, 7);

function date(seconds: number): string {
	return new Date(start + seconds * 1000).toISOString().replace("T", " ");
}

function reading(id: string, taken: number | undefined, created: number): Reading {
	return { id, device: "d", sensor: "s", value: 1, unit: "", created: date(created), ...taken === undefined ? {} : { taken: date(taken) } };
}

test("PocketBase's dates are UTC; an empty one and none are no time", (t) => {
	t.is(milliseconds("2026-11-21 07:00:00.250Z"), start + 250);
	t.is(milliseconds(""), NaN);
	t.is(milliseconds(undefined), NaN);
});

test("a reading's time is when it was taken, or received where that is not known", (t) => {
	t.is(timeOf(reading("a", 1, 5)), start + 1000);
	t.is(timeOf(reading("a", undefined, 5)), start + 5000);
	t.is(timeOf({ ...reading("a", undefined, 5), taken: "" }), start + 5000);
});

test("its delay is what lies between, nothing where clocks differ, and unknown without a time", (t) => {
	t.is(delayOf(reading("a", 1, 5)), 4000);
	t.is(delayOf(reading("a", 5, 1)), 0);
	t.is(delayOf(reading("a", undefined, 5)), NaN);
});

test("a reading that is more than a minute ahead of the service is from the future, and stands where it was received", (t) => {
	t.is(timeOf(reading("a", 65, 5)), start + 65_000);
	t.is(aheadOf(reading("a", 65, 5)), 0);
	t.is(timeOf(reading("a", 66, 5)), start + 5000);
	t.is(aheadOf(reading("a", 66, 5)), 61_000);
	t.is(aheadOf(reading("a", undefined, 5)), 0);
});

test("a sensor opens with its last reading, and with those before it that are of the same day", (t) => {
	const hour = 3600;
	const depth = (taken: number | undefined, created: number, since: number): number => depthOf({ ...reading("a", taken, created), since: date(since) }, start + 100 * hour * 1000) / 1000;
	t.is(depth(undefined, 100 * hour - 5, 100 * hour - 50), 50);
	t.is(depth(undefined, 100 * hour - 600, 94 * hour), 6 * hour);
	t.is(depth(undefined, 100 * hour - 600, 0), 24 * hour - 0.001);
	t.is(depth(10 * hour, 100 * hour - 5, 100 * hour - 50), 90 * hour);
	t.is(depth(undefined, 50 * hour, 0), 50 * hour);
});

test("the pause up to now is a gap when it is longer than usual and than late, or when the device is silent", (t) => {
	const series = new Series();
	for (const seconds of [0, 60, 120])
		series.add(reading(String(seconds), seconds, seconds));
	const points = series.within(start, start + 1e6, 90_000);
	const open = (now: number, more: object = {}, shown = points): boolean =>
		pausesOf(shown, { now: start + now * 1000, isLive: true, isSilent: false, late: 90_000, last: NaN, ...more }).isOpen;
	t.false(open(300));
	t.true(open(301));
	t.false(open(301, { late: 200_000 }));
	t.false(open(301, { isLive: false }));
	t.true(open(121, { isSilent: true }));
	t.false(open(1e6, {}, []));
	t.false(open(1e6, { isSilent: true }, []));
	t.true(open(1e6, { isSilent: true, last: start }, []));
	t.deepEqual(pausesOf(points, { now: start + 500_000, isLive: true, isSilent: false, late: 90_000, last: NaN }).gaps, [{ from: start + 120_000, to: start + 500_000 }]);
});

test("a gap is a pause of more than three times the usual, and of more than a second", (t) => {
	const gaps = (...times: number[]): unknown => gapsIn(times.map((time) => ({ from: time, to: time, count: 1 })));
	t.deepEqual(gaps(), []);
	t.deepEqual(gaps(1), []);
	t.deepEqual(gaps(0, 60_000), []);
	t.deepEqual(gaps(0, 1000, 10_000), [{ from: 1000, to: 10_000 }]);
	t.deepEqual(gaps(0, 1000, 2000, 5000, 6000), []);
	t.deepEqual(gaps(0, 1000, 2000, 5001, 6001), [{ from: 2000, to: 5001 }]);
	t.deepEqual(gaps(0, 10, 20, 30, 1030, 1040), []);
	t.deepEqual(gaps(0, 10, 20, 30, 1031, 1041), [{ from: 30, to: 1031 }]);
	// Parts of ten readings each, one a minute.
	const part = (from: number): { from: number; to: number; count: number } => ({ from: from * 60_000, to: (from + 9) * 60_000, count: 10 });
	t.deepEqual(gapsIn([part(0), part(10), part(22)]), []);
	t.deepEqual(gapsIn([part(0), part(10), part(23)]), [{ from: 19 * 60_000, to: 23 * 60_000 }]);
});

test("a series is sorted by when readings were taken, and holds each once", (t) => {
	const series = new Series();
	const ids = (from: number, to = 100): unknown[] => series.within(start + from * 1000, start + to * 1000, 0).map((point) => point.reading?.id);
	series.add(reading("b", 2, 9));
	series.add(reading("a", 1, 10));
	series.add(reading("c", undefined, 3));
	t.deepEqual(ids(0), ["a", "b", "c"]);
	series.add({ ...reading("b", 2, 9), value: 7 });
	t.deepEqual(ids(0), ["a", "b", "c"]);
	t.is(series.within(start, start + 2000, 0)[1].mean, 7);
	t.deepEqual(ids(2, 2), ["b"]);
	t.true(series.remove("c"));
	t.false(series.remove("c"));
	t.deepEqual(ids(0), ["a", "b"]);
	t.is(series.size, 2);
	t.deepEqual(series.within(start, start + 9000, 8000).map(({ delay, late }) => [late, delay]), [[1, 9000], [0, 0]]);
});

test("a series takes parts, and keeps what was received after them", (t) => {
	const series = new Series();
	series.add(reading("a", 20, 20));
	series.add(reading("b", 21, 21));
	series.take([[start, start + 9000, 3, 1, 2, 4, 1, 500], [start + 10_000, start + 20_000, 2, -1e308, Infinity, 1e308, 0, 0]], date(20));
	t.is(series.size, 1);
	t.deepEqual(series.within(start + 5000, start + 30_000, 0).map(({ count, delay, late, maximum, mean, minimum }) => [count, minimum, mean, maximum, late, delay]), [
		[3, 1, 2, 4, 1, 500], [2, -1e308, 1e308, 1e308, 0, 0], [1, 1, 1, 1, 0, 0]
	]);
	t.is(series.within(start + 5000, start + 9999, 0).length, 1);
});

test("what is no number is no value, and drawn as none", (t) => {
	const series = new Series();
	for (const value of [null, undefined, NaN, Infinity, "1"])
		series.add({ ...reading(String(value), 1, 1), value: value as number });
	t.deepEqual(series.within(start, start + 2000, 0).map(({ count, mean }) => [count, mean]), Array.from({ length: 5 }, () => [1, null]));
	t.is(numberText(null), "no value");
	t.is(drawable(null), null);
});

test("an axis has a few round numbers, whatever the values are", (t) => {
	t.deepEqual(rangeOf(null, null), [0, 1]);
	t.deepEqual(rangeOf(0, 20), [-1, 21]);
	t.deepEqual(rangeOf(0, 0), [-1, 1]);
	t.deepEqual(rangeOf(-20, -20), [-22, -18]);
	t.deepEqual(stepsIn(-1, 21, 5), [0, 5, 10, 15, 20]);
	t.deepEqual(stepsIn(0.1, 0.2, 2).map((step) => numberText(step, 6)), ["0.1", "0.15", "0.2"]);
	for (const [low, high] of [[-1e300, 1e300], [-Number.MAX_VALUE, Number.MAX_VALUE], [0, 5e-324], [5e-324, 5e-324], [1e16, 1e16 + 2], [-1e-7, 1e-7], [1e12, 1e12 + 1]]) {
		const [first, last] = [drawable(low)!, drawable(high)!];
		const factor = factorOf(Math.max(Math.abs(first), Math.abs(last)));
		const [from, to] = rangeOf(first / factor, last / factor);
		t.true(from < to && Number.isFinite(to - from), `${low} to ${high}: ${from} to ${to}`);
		const steps = stepsIn(from, to, 5);
		t.true(steps.length >= 2 && steps.length <= 6, `${low} to ${high}: ${steps.join(" ")}`);
		t.true(steps.every((step) => step >= from - (to - from) / 1e6 && step <= to + (to - from) / 1e6), `${low} to ${high}: ${steps.join(" ")}`);
	}
});

test("CSV has the readings as they are, or the parts; what a spreadsheet would compute is text", (t) => {
	const series = new Series();
	const of = { device: "=1+1", sensor: 'a,"b"', unit: "°C" };
	series.add({ ...reading("a", 1, 5), value: -1e300, unit: "°C" });
	series.add(reading("b", undefined, 6));
	t.is(csvOf(series.within(start, start + 9000, 0), of), "device,sensor,value,unit,taken,received,seconds late,seconds ahead\r\n"
		+ "'=1+1,\"a,\"\"b\"\"\",-1e+300,°C,2026-11-21 07:00:01.000Z,2026-11-21 07:00:05.000Z,4,0\r\n"
		+ "'=1+1,\"a,\"\"b\"\"\",1,,,2026-11-21 07:00:06.000Z,,0\r\n");
	series.take([[start, start + 9000, 3, 1, 2, 4, 1, 500]], date(100));
	t.is(csvOf(series.within(start, start + 9000, 0), of), "device,sensor,unit,first taken,last taken,readings,minimum,mean,maximum,late\r\n"
		+ "'=1+1,\"a,\"\"b\"\"\",°C,2026-11-21 07:00:00.000Z,2026-11-21 07:00:09.000Z,3,1,2,4,1\r\n");
});

test("lengths of time are told in the unit that suits them", (t) => {
	const texts = [0, 340, 9949, 9999, 10_000, 119_000, 120_000, 7_199_000, 7_200_000, 172_800_000].map(lengthText);
	t.deepEqual(texts, ["0.0 s", "0.3 s", "9.9 s", "10.0 s", "10 s", "119 s", "2 min", "120 min", "2.0 h", "2 d"]);
});

test("a unit turns no number behind it", (t) => {
	t.is(withoutTurns("°C\u202e\u2067\u2069\u200f"), "°C");
	t.is(withoutTurns("\u05e9\u05e0\u05d9\u05d4 µg/m³"), "\u05e9\u05e0\u05d9\u05d4 µg/m³");
});
