/** What the live page works out of readings: service/page/readings.js. */
import test from "ava";
import { delayOf, gapsIn, lengthText, milliseconds, type Reading, Series, timeOf } from "../../service/page/readings.js";

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

test("a gap is a pause of more than three times the usual, and of more than a second", (t) => {
	t.deepEqual(gapsIn([]), []);
	t.deepEqual(gapsIn([1]), []);
	t.deepEqual(gapsIn([0, 60_000]), []);
	t.deepEqual(gapsIn([0, 1000, 10_000]), [{ from: 1000, to: 10_000 }]);
	t.deepEqual(gapsIn([0, 1000, 2000, 5000, 6000]), []);
	t.deepEqual(gapsIn([0, 1000, 2000, 5001, 6001]), [{ from: 2000, to: 5001 }]);
	t.deepEqual(gapsIn([0, 10, 20, 30, 1030, 1040]), []);
	t.deepEqual(gapsIn([0, 10, 20, 30, 1031, 1041]), [{ from: 30, to: 1031 }]);
});

test("a series is sorted by when readings were taken, holds each once, and the newest of too many", (t) => {
	const series = new Series(3);
	const ids = (from: number): string[] => series.since(start + from * 1000).map(({ id }) => id);
	series.add(reading("b", 2, 9));
	series.add(reading("a", 1, 10));
	series.add(reading("c", undefined, 3));
	t.deepEqual(ids(0), ["a", "b", "c"]);
	series.add({ ...reading("b", 2, 9), value: 7 });
	t.deepEqual(ids(0), ["a", "b", "c"]);
	t.is(series.since(start)[1].value, 7);
	series.add(reading("d", 4, 4));
	t.deepEqual(ids(0), ["b", "c", "d"]);
	series.remove("c");
	t.deepEqual(ids(0), ["b", "d"]);
	t.deepEqual(ids(3), ["d"]);
	// What has left the time does not come back.
	t.deepEqual(ids(0), ["d"]);
});

test("lengths of time are told in the unit that suits them", (t) => {
	const texts = [0, 340, 9949, 9999, 10_000, 119_000, 120_000, 7_199_000, 7_200_000, 172_800_000].map(lengthText);
	t.deepEqual(texts, ["0.0 s", "0.3 s", "9.9 s", "10.0 s", "10 s", "119 s", "2 min", "120 min", "2.0 h", "2 d"]);
});
