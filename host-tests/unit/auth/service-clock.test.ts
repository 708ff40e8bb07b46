import test from "ava";
import { ServiceClock } from "../../../lib/auth/service-clock.js";
import { Random } from "../../support/random.js";

const date = Date.UTC(2026, 10, 21, 7) / 1000;
/** The longest time between two calls, in milliseconds. */
const longest = 24 * 86_400_000;

test("the time is unknown until something is learned", (t) => {
	const clock = new ServiceClock();
	t.is(clock.seconds(0), -1);
	t.is(clock.seconds(5_000_000), -1);
	clock.learn(-1, 0);
	t.is(clock.seconds(0), -1);
	clock.learn(0, 0);
	t.is(clock.seconds(999), 0);
});

test("an answer without a date doesn't take away what is known", (t) => {
	const clock = new ServiceClock();
	clock.learn(date, 100);
	clock.learn(-1, 5000);
	t.is(clock.seconds(2100), date + 2);
});

test("the time goes on with the ticks and is rounded down", (t) => {
	const clock = new ServiceClock();
	clock.learn(date, 700);
	t.is(clock.seconds(700), date);
	t.is(clock.seconds(1699), date);
	t.is(clock.seconds(1700), date + 1);
	t.is(clock.seconds(61_699), date + 60);
	t.is(clock.seconds(61_700), date + 61);
});

test("parts of a second are not lost, however often it is asked", (t) => {
	const clock = new ServiceClock();
	clock.learn(date, 0);
	for (let ticks = 0; ticks < 100_000; ticks += 7)
		t.is(clock.seconds(ticks), date + Math.floor(ticks / 1000));
});

test("ticks from before the last call are understood", (t) => {
	const clock = new ServiceClock();
	clock.learn(date, 5000);
	t.is(clock.seconds(9000), date + 4);
	t.is(clock.seconds(8999), date + 3);
	t.is(clock.seconds(4999), date - 1);
	t.is(clock.seconds(9000), date + 4);
});

test("what is learned last counts, forwards and backwards", (t) => {
	const clock = new ServiceClock();
	clock.learn(date, 0);
	clock.learn(date + 3600, 1000);
	t.is(clock.seconds(2000), date + 3601);
	clock.learn(date, 3000);
	t.is(clock.seconds(4000), date + 1);
});

test("the ticks wrap", (t) => {
	const clock = new ServiceClock();
	clock.learn(date, 0x7fffffff);
	t.is(clock.seconds(-0x80000000 + 998), date);
	t.is(clock.seconds(-0x80000000 + 999), date + 1);
	t.is(clock.seconds(-0x80000000 + 1999), date + 2);
});

test("the time goes on beyond 32 bits", (t) => {
	const clock = new ServiceClock();
	clock.learn(0x7fffffff, 0);
	t.is(clock.seconds(1000), 0x80000000);
	clock.learn(0xffffffff, 1000);
	t.is(clock.seconds(3000), 0x100000001);
});

test("it is right for 100 years that are asked for at random times, at most 24 days apart", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const clock = new ServiceClock();
	const start = random.below(0x7fffffff);
	clock.learn(date, start | 0);
	for (let passed = 0; passed < 100 * 31_536_000_000;) {
		passed += random.pick([random.below(5000), random.below(longest), longest]);
		t.is(clock.seconds((start + passed) % 0x1_0000_0000 | 0), date + Math.floor(passed / 1000));
	}
});

test("taught at random by a service that cuts its time and answers late, it is never ahead and behind by less than both", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const clock = new ServiceClock();
	let time = date * 1000;
	for (let round = 0; round < 10_000; round++) {
		time += random.below(longest);
		const way = random.below(3000);
		clock.learn(Math.floor(time / 1000), time + way | 0);
		time += way + random.below(longest);
		const behind = time - clock.seconds(time | 0) * 1000;
		t.true(behind >= 0 && behind < 2000 + way, `${behind} ms behind, ${way} ms on the way`);
	}
});

test("milliseconds go on with the ticks, also where these wrap; -1 while the time is unknown", (t) => {
	const clock = new ServiceClock();
	t.is(clock.milliseconds(5), -1);
	clock.learn(date, 0x7fffff00);
	t.is(clock.milliseconds(0x7fffff00), date * 1000);
	t.is(clock.milliseconds(0x7fffff00 + 1234 | 0), date * 1000 + 1234);
	t.is(clock.seconds(0x7fffff00 + 1999 | 0), date + 1);
	t.is(clock.milliseconds(0x7fffff00 + 1235 | 0), date * 1000 + 1235);
});
