import test from "ava";
import { text } from "../../../host/text.js";
import { Exchange, LOGIN, NOTHING, PAUSED, REFRESH, REFUSED, UNUSABLE } from "../../../lib/request/exchange.js";
import { ClientStats } from "../../../lib/stats.js";
import type { Platform } from "../../../lib/platform.js";
import { TokenRefresh } from "../../../lib/auth/token-refresh.js";
import { ClientResponse, failure } from "../../../lib/response.js";
import { ServiceClock } from "../../../lib/auth/service-clock.js";
import { Session } from "../../../lib/auth/session.js";

const credentials = { collection: "users", identity: "one", password: "secret" };
/** What the cases against the service have no time for: the Date of an answer, and a token that lives an hour from then. */
const date = "Sat, 21 Nov 2026 07:00:00 GMT";
const now = Date.UTC(2026, 10, 21, 7) / 1000;
/** Failures of a log-in that are not the service's refusal. */
const strangers: readonly ClientResponse[] = [
	failure("connect", "a"), failure("timeout", "a"), failure("tls", "a"), new ClientResponse("protocol", 200, "a", ""),
	...[302, 307, 400, 401, 403, 404, 405, 407, 408, 429, 500, 502, 503, 511].map((status) => new ClientResponse("http", status, "a", "<html>")),
	...["{}", '{"message":"a"}', '{"data":{},"message":"a","status":403}', '{"data":{},"message":7,"status":400}'].map((body) => new ClientResponse("http", 400, "a", body)),
	...[404, 405, 429, 500].map((status) => new ClientResponse("http", status, "a", JSON.stringify({ data: {}, message: "a", status })))
];
const hour = 3_600_000;
const day = 24 * hour;

/** The service's own. */
function refusal(status: number, message = "No."): ClientResponse {
	return new ClientResponse("http", status, message, JSON.stringify({ data: {}, message, status }));
}

function tokenUntil(exp: number, collectionId = "users"): string {
	const payload = { collectionId, exp, refreshable: true, type: "auth" };
	return `head.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.signature`;
}

function make(given?: typeof credentials, isVerified = true): { renewal: TokenRefresh; session: Session; clock: ServiceClock } {
	const clock = new ServiceClock(isVerified);
	const session = new Session(text, new ClientStats({} as Platform, undefined), clock, undefined, true, false);
	return { session, clock, renewal: new TokenRefresh(session, clock, given, { confirmEvery: hour, renewAt: 80, retryBase: 500 }) };
}

/** A request about the token, that of a session where there is one. */
function workerOf(purpose: typeof LOGIN | typeof REFRESH, { tokenVersion }: Pick<Session, "tokenVersion"> = { tokenVersion: 0 }): Exchange {
	return Object.assign(new Exchange(), { purpose, tokenVersion });
}

/** A good answer of the service's has come. */
function learn(renewal: TokenRefresh, dated: string, ticks: number): void {
	renewal.hear(new Exchange(), new ClientResponse("", 200, "", "{}"), dated, ticks);
}

/** Whether an answer's Date is wanted for a request at that time. */
function wantsDate({ clock, renewal }: ReturnType<typeof make>, ticks: number): boolean {
	renewal.due(ticks);
	return clock.isWanted;
}

test("a verdict of the clock's is believed for a minute, then an answer is asked", (t) => {
	const made = make();
	const { renewal, session } = made;
	session.set(tokenUntil(now));
	learn(renewal, date, 1000);
	t.is(renewal.due(1000), UNUSABLE);
	t.is(renewal.due(61_000), UNUSABLE);
	t.is(renewal.due(61_001), NOTHING);
	t.true(wantsDate(made, 61_001));
	learn(renewal, date, 61_002);
	t.is(renewal.due(61_002), UNUSABLE);
});

test("a log-in that has failed without a refusal rests for a moment, longer with each, and at most a minute and a bit", (t) => {
	for (const response of strangers) {
		const { renewal } = make(credentials);
		let ticks = 0x7ffffff0;
		for (const most of [750, 1250, 2250, 4250, 8250, 16_250, 32_250, 60_250, 60_250]) {
			t.is(renewal.due(ticks | 0), LOGIN);
			renewal.done(workerOf(LOGIN), NOTHING, response, "", ticks | 0);
			renewal.giveUp(workerOf(LOGIN), response.error, ticks | 0);
			t.is(renewal.due(ticks + 249 | 0), PAUSED);
			t.regex(renewal.withPause(renewal.loginPause.error, ticks | 0), /^the log-in has failed: a \(next try in \d+ s\)$/);
			ticks += most;
		}
		t.is(renewal.due(ticks | 0), LOGIN);
		t.is(renewal.withPause("a", ticks | 0), "a");
	}
});

test("after an outage of any length the first refusal rests no longer than a first one, and the other way about", (t) => {
	const { renewal } = make(credentials);
	let ticks = 0;
	for (let failures = 0; failures < 2000; failures++)
		renewal.giveUp(workerOf(LOGIN), "a", ticks += 60_250);
	renewal.done(workerOf(LOGIN), NOTHING, refusal(400), "", ticks);
	t.is(renewal.due(ticks), REFUSED);
	t.is(renewal.withPause(renewal.loginPause.error, ticks).slice(0, 3), "No.");
	t.is(renewal.due(ticks + 90_000), LOGIN);
	renewal.giveUp(workerOf(LOGIN), "a", ticks);
	t.is(renewal.due(ticks + 750), LOGIN);
});

test("a log-in whose token is refused at once rests, longer each time, until the service accepts one", (t) => {
	const { renewal, session } = make(credentials);
	let ticks = 0;
	/** Logs in, and has the service asked about the token. */
	function logIn(answer: ClientResponse): void {
		const login = workerOf(LOGIN);
		t.is(renewal.due(ticks), LOGIN);
		t.true(renewal.done(login, NOTHING, new ClientResponse("", 200, "", ""), tokenUntil(now + 100_000), ticks));
		const confirmation = workerOf(REFRESH);
		renewal.done(confirmation, LOGIN, answer, answer.ok ? session.token : "", ticks);
	}
	for (const most of [90_000, 150_000, 270_000]) {
		logIn(refusal(401));
		t.is(renewal.due(ticks), REFUSED, "there is no log-in at once");
		t.is(renewal.due(ticks + 29_999), REFUSED);
		t.regex(renewal.withPause(renewal.loginPause.error, ticks), /^the service does not accept the token \(next try in \d+ s\)$/);
		ticks += most;
	}
	logIn(new ClientResponse("", 200, "", ""));
	t.is(renewal.due(ticks), NOTHING);
	session.reject();
	logIn(refusal(401));
	t.is(renewal.due(ticks + 90_000), LOGIN, "it begins anew");
});

test("a 401 that comes again after a log-in is no reason for another, for a pause that doubles; expiry is", (t) => {
	const { renewal, session } = make(credentials);
	const login = workerOf(LOGIN);
	renewal.done(login, NOTHING, new ClientResponse("", 200, "", ""), tokenUntil(now + 100_000), 0);
	t.true(renewal.mayAnswer401(0));
	let ticks = 0;
	for (const most of [90_000, 150_000, 270_000]) {
		renewal.hear401(ticks);
		t.false(renewal.mayAnswer401(ticks));
		t.false(renewal.mayAnswer401(ticks + 29_999));
		t.true(renewal.canLogIn(ticks), "a token that has expired is replaced all the same");
		t.regex(renewal.withPause("No.", ticks), /^No\. \(next try in \d+ s\)$/);
		ticks += most;
		t.true(renewal.mayAnswer401(ticks));
	}
	renewal.hear401(ticks);
	t.false(renewal.mayAnswer401(ticks));
	ticks += 10 * hour;
	t.true(renewal.mayAnswer401(ticks));
	renewal.hear401(ticks);
	t.true(renewal.mayAnswer401(ticks + 90_000), "failures of ten hours ago are forgotten");
	renewal.endPauses();
	t.true(renewal.mayAnswer401(ticks), "the app has logged in");
	renewal.giveUp(login, "a", ticks);
	t.false(renewal.canLogIn(ticks));
	renewal.endPauses();
	t.true(renewal.canLogIn(ticks), "the app has logged in after an outage");
	session.set(tokenUntil(now + 100_001));
	renewal.hear401(ticks);
	t.true(renewal.mayAnswer401(ticks), "of a token that no log-in has brought nothing is known");
});

test("a pause is over when the ticks have wrapped since", (t) => {
	for (const days of [25, 30, 49]) {
		const { renewal } = make(credentials);
		renewal.done(workerOf(LOGIN), NOTHING, refusal(400), "", 0);
		t.is(renewal.due(days * day | 0), LOGIN, `${days} days`);
	}
});

test("a refresh that failed is tried again after a rest, one that is refused with 401 is the token's end", (t) => {
	const { renewal, session } = make();
	session.renew(tokenUntil(now + 100_000), 0);
	learn(renewal, date, 0);
	t.is(renewal.due(0), NOTHING);
	t.is(renewal.due(79_999_000), NOTHING);
	t.is(renewal.due(80_000_000), REFRESH);
	const worker = workerOf(REFRESH, session);
	t.true(renewal.done(worker, NOTHING, refusal(403), "", 80_000_000));
	t.is(renewal.due(80_029_999), NOTHING);
	t.is(renewal.due(80_090_000), REFRESH);
	renewal.done(worker, NOTHING, refusal(401), "", 80_090_000);
	t.is(renewal.due(80_090_000), UNUSABLE);
	t.is(renewal.tokenFault(80_090_000), "the service does not accept the token");
	session.set(tokenUntil(now + 200_000));
	t.is(renewal.due(80_090_000), REFRESH, "it is asked about the app's token");
	session.renew(tokenUntil(now + 200_000), 80_090_000);
	t.is(renewal.due(80_090_000), NOTHING);
});

test("a refresh that succeeds ends the pause, and the next begins as short as the first", (t) => {
	const { renewal, session } = make();
	session.set(tokenUntil(now + 100_000));
	const worker = workerOf(REFRESH, session);
	for (let failures = 0; failures < 6; failures++)
		renewal.done(worker, NOTHING, refusal(403), "", 0);
	t.is(renewal.due(0), NOTHING);
	renewal.done(worker, NOTHING, new ClientResponse("", 200, "", ""), session.token, 0);
	t.true(session.refreshPause.isOver(0));
	session.refreshPause.begin(0);
	t.true(session.refreshPause.isOver(90_000));
});

test("the pause until a rejected token is asked about again is named, and no other", (t) => {
	const { renewal, session } = make();
	session.set(tokenUntil(now + 100_000));
	session.refreshPause.begin(0);
	t.is(renewal.withPause("No.", 0), "No.", "the token is not rejected");
	session.reject();
	t.regex(renewal.withPause("No.", 0), /^No\. \(next try in \d+ s\)$/);
	const withCredentials = make(credentials);
	withCredentials.session.reject();
	withCredentials.session.refreshPause.begin(0);
	t.is(withCredentials.renewal.withPause("No.", 0), "No.", "a log-in comes first");
});

test("a token whose collection is no id is not exchanged", (t) => {
	for (const collectionId of ["", "..", "a/b", "a b", "\ud800", "ü"]) {
		const { renewal, session } = make();
		session.set(tokenUntil(now + 100, collectionId));
		learn(renewal, date, 0);
		t.is(renewal.due(0), NOTHING);
		t.is(renewal.due(99_000), NOTHING, collectionId);
	}
});

test("a token that the service does not accept is asked about again after a rest: an outage of its accounts is not the end", (t) => {
	const { renewal, session } = make();
	session.set(tokenUntil(now + 100_000));
	learn(renewal, date, 0);
	const worker = workerOf(REFRESH, session);
	t.is(renewal.due(0), REFRESH);
	renewal.done(worker, NOTHING, refusal(401), "", 0);
	t.is(renewal.due(0), UNUSABLE);
	t.is(renewal.due(29_999), UNUSABLE);
	t.is(renewal.due(90_000), REFRESH);
	t.true(renewal.done(worker, NOTHING, new ClientResponse("", 200, "", ""), session.token, 90_000));
	t.is(renewal.due(90_000), NOTHING);
});

test("a confirmed token stays until it has lived limits.renewAt of the life of the one that is offered", (t) => {
	for (const [left, taken] of [[3000, false], [721, false], [720, true], [1, true]] as const) {
		const { renewal, session } = make();
		session.set(tokenUntil(now + left));
		learn(renewal, date, 0);
		const worker = workerOf(REFRESH, session);
		const { token } = session;
		const offered = tokenUntil(now + 3600);
		renewal.done(worker, NOTHING, new ClientResponse("", 200, "", ""), offered, 0);
		t.is(session.token, taken ? offered : token, `${left} seconds left`);
		t.is(renewal.due(0), NOTHING);
		if (!taken)
			t.is(renewal.due((left - 720) * 1000), REFRESH, "its life is known now");
	}
});

test("without a token the time is wanted from the first call of now() on, and again after half a day", (t) => {
	const made = make();
	const { clock, renewal } = made;
	t.false(wantsDate(made, 0));
	clock.ask(0);
	t.is(clock.milliseconds(0, false), -1);
	t.true(wantsDate(made, 0));
	learn(renewal, date, 0);
	t.is(clock.milliseconds(1234, false), now * 1000 + 1234);
	t.false(wantsDate(made, 12 * hour));
	t.true(wantsDate(made, 12 * hour + 1));
});

for (const [what, work] of [["a log-in", LOGIN], ["a refresh", REFRESH]] as const) {
	test(`a token that ${what} has just brought is good, whatever the clock says, until another time is learned`, (t) => {
		const { renewal, session } = make(credentials);
		learn(renewal, "Sun, 21 Nov 2027 07:00:00 GMT", 0);
		session.renew(tokenUntil(now + 50), 0);
		const worker = workerOf(work, session);
		const token = tokenUntil(now + 100);
		for (let round = 0; round < 30; round++) {
			t.true(renewal.done(worker, NOTHING, new ClientResponse("", 200, "", ""), token, round));
			t.is(session.token, token);
			t.is(renewal.due(round), NOTHING);
			t.false(session.isOver(session.expires, round));
		}
		learn(renewal, "Sun, 21 Nov 2027 07:00:00 GMT", 30);
		t.is(renewal.due(30), NOTHING, "the same time again");
		learn(renewal, date, 40);
		t.is(renewal.due(40), NOTHING);
		t.is(renewal.due(100_040), LOGIN, "it is judged by the time that is right");
	});
}
