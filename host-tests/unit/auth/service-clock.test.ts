import test from "ava";
import { isOwnAnswer } from "../../../lib/pocketbase/answers.js";
import { ServiceClock } from "../../../lib/auth/service-clock.js";
import { ClientResponse, failure } from "../../../lib/response.js";
import { Exchange } from "../../../lib/request/exchange.js";
import { Random } from "../../../tools/random.js";

const date = Date.UTC(2026, 10, 21, 7) / 1000;
/** The longest time between two calls, in milliseconds. */
const longest = 24 * 86_400_000;

/** A clock that one answer suffices for. */
function verified(): Taught {
	return new Taught(true);
}

/** Learns from seconds since 1970. */
class Taught extends ServiceClock {
	teach(seconds: number, ticks: number): boolean {
		return this.learn(new Date(seconds * 1000).toUTCString(), ticks);
	}
}

test("the time is unknown until something is learned", (t) => {
	const clock = verified();
	t.is(clock.carryOn(0), -1);
	t.is(clock.carryOn(5_000_000), -1);
	t.is(clock.milliseconds(0, true), -1);
	for (const nothing of ["", "yesterday", "Sat, 21 Nov 2026 07:00:00", "2026-11-21T07:00:00Z"])
		t.false(clock.learn(nothing, 0));
	t.is(clock.carryOn(0), -1);
	clock.teach(date, 0);
	t.is(clock.carryOn(999), date);
});

test("an answer without a date, or from a year that no service is in, doesn't take away what is known", (t) => {
	const clock = verified();
	clock.teach(date, 100);
	for (const year of [1970, 1999, 2014, 2022, 2100, 2106, 9999])
		t.false(clock.teach(Date.UTC(year, 11, 31) / 1000, 5000), String(year));
	t.false(clock.learn("", 5000));
	t.is(clock.carryOn(2100), date + 2);
});

test("it is right for 100 years that are asked for at random times, at most 24 days apart", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const clock = verified();
	const start = random.below(0x7fffffff);
	clock.teach(date, start | 0);
	for (let passed = 0; passed < 100 * 31_536_000_000;) {
		passed += random.pick([random.below(5000), random.below(longest), longest]);
		t.is(clock.carryOn((start + passed) % 0x1_0000_0000 | 0), date + Math.floor(passed / 1000));
	}
});

test("taught at random by a service that cuts its time and answers late, it is never ahead, never goes back, and is behind by less than both", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const clock = verified();
	let time = date * 1000;
	let before = 0;
	for (let round = 0; round < 10_000; round++) {
		time += random.below(60_000);
		const way = random.below(1000);
		clock.teach(Math.floor(time / 1000), time + way | 0);
		time += way + random.below(60_000);
		const now = clock.milliseconds(time | 0, false);
		t.true(now >= before && now <= time && now > time - 2000, `${time - now} ms behind, ${way} ms on the way`);
		before = now;
	}
});

test("one answer suffices where the service has shown its certificate, else two have to agree", (t) => {
	const clock = verified();
	t.false(clock.teach(date, 0));
	t.is(clock.milliseconds(0, false), date * 1000);
	for (const off of [-10, -3, 0, 4, 10]) {
		const plain = new Taught(false);
		t.false(plain.teach(date, 0));
		t.is(plain.milliseconds(5000, false), -1);
		t.is(plain.milliseconds(5000, true), date * 1000 + 5000);
		t.false(plain.teach(date + 5 + off, 5000));
		t.is(plain.milliseconds(5000, false), (date + 5 + (off < -2 || off > 0 ? off : 0)) * 1000, String(off));
	}
});

test("strangers whose clocks differ from each other never make a time", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const plain = new Taught(false);
	for (let stranger = 0; stranger < 1000; stranger++) {
		plain.teach(date + stranger * 11 * random.pick([1, 7]) - (stranger % 2) * 100_000, 0);
		t.is(plain.milliseconds(0, false), -1);
	}
});

test("ticks that stood still are noticed within ten good answers, and a Date is looked at in two of them", (t) => {
	for (const plain of [false, true]) {
		const clock = new Taught(!plain);
		clock.ask(0);
		let time = date;
		let looks = 0;
		/** A request and its good answer; the machine's ticks stand still. */
		const exchange = (): void => {
			clock.look(false, 0);
			if (clock.countRequest()) {
				looks++;
				clock.teach(time, 0);
			}
		};
		for (let count = 0; count < 3; count++)
			exchange();
		time += 3600;
		looks = 0;
		let answers = 0;
		while (clock.milliseconds(0, false) !== time * 1000 && answers++ < 100)
			exchange();
		t.true(answers <= 10, `${answers} answers`);
		t.is(looks, plain ? 2 : 1);
	}
});

test("a pause until a date is counted from the Date of its answer, else from the time as it is known; it is not bounded here", (t) => {
	const until = new Date((date + 90) * 1000).toUTCString();
	const clock = verified();
	t.is(clock.pause("7", "", 0), 7000);
	t.is(clock.pause(until, "", 0), -1);
	t.is(clock.pause(until, "garbled", 0), -1);
	t.is(clock.pause(until, new Date(date * 1000).toUTCString(), 0), 90_000);
	t.is(clock.pause(until, new Date((date + 100) * 1000).toUTCString(), 0), 0);
	t.is(clock.pause("Sat, 03 Jan 1970 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", 0), 172_800_000, "both of one wrong clock");
	clock.teach(date + 60, 0);
	t.is(clock.pause(until, "", 0), 30_000);
	t.is(clock.pause(until, new Date(date * 1000).toUTCString(), 0), 90_000);
	t.is(clock.pause("4000000000", "", 0), 4e12);
	t.is(clock.pause("soon", "", 0), -1);
});

test("an answer is the service's own if it is a good one with the JSON that was asked for", (t) => {
	const own = (method: string, path: string, kind: ConstructorParameters<typeof ClientResponse>[0], status: number, body: string): boolean =>
		isOwnAnswer(Object.assign(new Exchange(), { method, path }), new ClientResponse(kind, status, kind && "no", body));
	const record = '{"id":"abcdefghij12345","value":1}';
	const portal = '{"login":"https://portal.example"}';
	for (const [method, path, body] of [
		["GET", "/api/collections/a/records", '{"items":[]}'], ["GET", "/api/collections/a/records/b?fields=value", '{"value":1}'],
		["GET", "/p/api/health", '{"message":"API is healthy.","code":200,"data":{}}'], ["POST", "/api/collections/a/records", record],
		["PATCH", "/api/collections/a/records/b", record], ["POST", "/api/batch", `[{"status":200,"body":${record}}]`],
		["POST", "/api/collections/u/auth-with-password", `{"record":${record},"token":"a.b.c"}`]
	] as const) {
		t.true(own(method, path, "", 200, body), path);
		for (const status of [302, 400, 404, 429, 502, 503, 511])
			t.false(own(method, path, "http", status, body), String(status));
		t.false(own(method, path, "protocol", 200, ""), "a portal's page");
		t.false(own(method, path, "too-large", 200, ""));
		t.false(own(method, path, "", 204, ""));
		if (method !== "GET" || path.endsWith("/health"))
			t.false(own(method, path, "", 200, portal), path);
	}
});

test("milliseconds go on with the ticks, also where these wrap; -1 while the time is unknown", (t) => {
	const clock = verified();
	t.is(clock.milliseconds(5, false), -1);
	clock.teach(date, 0x7fffff00);
	t.is(clock.milliseconds(0x7fffff00, false), date * 1000);
	t.is(clock.milliseconds(0x7fffff00 + 1234 | 0, false), date * 1000 + 1234);
	t.is(clock.carryOn(0x7fffff00 + 1999 | 0), date + 1);
	t.is(clock.milliseconds(0x7fffff00 + 1235 | 0, false), date * 1000 + 1235);
});

test("a refusal of the service's form tells the time only while nobody has, and unconfirmed; another refusal never", (t) => {
	const refused = (status: number, body: string): ClientResponse => new ClientResponse("http", status, "no", body);
	const now = new Date(date * 1000).toUTCString();
	for (const isVerified of [false, true]) {
		const clock = new Taught(isVerified);
		for (const stranger of [
			refused(400, ""), refused(403, "<html>"), refused(404, '{"message":"no"}'), refused(404, '{"status":403,"data":{}}'), refused(503, '{"status":503,"data":{}}'),
			refused(302, '{"status":302,"data":{}}'), failure("connect", "reset")
		])
			t.false(clock.hear(new Exchange(), stranger, now, 0));
		t.is(clock.milliseconds(0, true), -1);
		const own = refused(404, '{"data":{},"message":"The requested resource wasn\'t found.","status":404}\n');
		t.false(clock.hear(new Exchange(), own, now, 0));
		t.is(clock.milliseconds(0, false), -1);
		t.is(clock.milliseconds(0, true), date * 1000);
		t.false(clock.hear(new Exchange(), own, new Date((date + 86_400) * 1000).toUTCString(), 0));
		t.is(clock.milliseconds(0, true), date * 1000);
		t.false(clock.teach(date, 0));
		t.is(clock.milliseconds(0, false), date * 1000, "a good answer confirms it");
	}
});
