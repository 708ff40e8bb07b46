import type { Answer } from "./answer.js";
import { Channel, type ChannelOwner } from "./channel.js";
import { Exchange, ExchangeList } from "./exchange.js";
import { AGAIN, DOUBTFUL, judgeAnswer, OF_EXPIRED } from "./guest-answer.js";
import { becomesFetch, createdResponse } from "./own-id.js";
import type { TimerHandle } from "./platform.js";
import { EXPIRED, isRefusal, LOGIN, NOTHING, REFRESH, REFUSED } from "./renewal.js";
import { Repeats } from "./repeats.js";
import { CLIENT_CLOSED, ClientResponse, failure, type Kind, SERVICE_PAUSES, TOKEN_EXPIRED } from "./response.js";
import { REJECTED } from "./session.js";
import type { Setting } from "./setting.js";
import { STAGE_CONNECT, STAGE_NONE, Watch } from "./watch.js";
import { GET, NONE } from "./words.js";

/**
 * The queue in front of the service: one request in flight, each with its deadlines. Keeps the pauses that the service
 * asks for, sends again what may be (repeats.ts), and has the token renewed before a request that needs it.
 */
export class Connection implements ChannelOwner {
	private readonly setting: Setting;
	private readonly settle: (exchange: Exchange, response: ClientResponse) => void;
	private readonly queue = new ExchangeList();
	private readonly watch: Watch;
	private readonly channel: Channel;
	private readonly repeats: Repeats;
	private current: Exchange | undefined;
	/** Waits for the next request's turn, or for the current one's to go out again. */
	private turn: TimerHandle | undefined;
	/** What is being done before the current request, and the request that does it. */
	private work = NOTHING;
	private worker: Exchange | undefined;
	private closed = false;

	/** @param settle gets each exchange back with its response; the exchange is the receiver's then */
	constructor(setting: Setting, settle: (exchange: Exchange, response: ClientResponse) => void) {
		this.setting = setting;
		this.settle = settle;
		this.watch = new Watch(setting.platform.timers, setting.limits, this.onExpired);
		this.channel = new Channel(setting, this.watch, this);
		this.repeats = new Repeats(setting, this.channel, this.watch);
	}

	/** Takes an exchange; gives it back through `settle`. */
	submit(exchange: Exchange): void {
		this.queue.push(exchange);
		if (this.current !== undefined || this.turn !== undefined)
			return;
		// To connect takes a deep stack: not on top of the caller's.
		return this.channel.isOpen ? this.takeTurn() : this.wake();
	}

	/** Settles all that waits or is in flight with `kind "closed"`. */
	close(): void {
		const { monitor, renewal } = this.setting;
		this.closed = true;
		monitor.close();
		renewal.close();
		this.channel.drop();
		this.finish(failure("closed", CLIENT_CLOSED));
		for (let exchange = this.queue.shift(); exchange !== undefined; exchange = this.queue.shift())
			this.settle(exchange, failure("closed", CLIENT_CLOSED));
	}

	onAnswer(response: ClientResponse, answer: Answer): void {
		const exchange = this.current;
		if (exchange === undefined)
			return;
		const { platform, renewal, session } = this.setting;
		const ticks = platform.timers.now();
		// A captive portal's clock is not the service's.
		if (answer.date !== NONE && response.kind !== "protocol")
			renewal.learn(answer.date, ticks);
		const wait = answer.retryAfter === NONE ? -1 : renewal.wait(answer.retryAfter, ticks);
		if (this.worker !== undefined)
			return this.worked(exchange, this.worker, response, answer.token, wait);
		if (answer.token !== NONE && exchange.tokenVersion === session.tokenVersion)
			session.renew(answer.token);
		if (!response.ok || exchange.method === GET) {
			switch (judgeAnswer(this.setting, exchange, response, ticks)) {
				case AGAIN:
					return this.wake();
				case DOUBTFUL:
					return this.confirm(exchange, response, 0);
				case OF_EXPIRED:
					return this.finish(new ClientResponse("auth", response.statusCode, TOKEN_EXPIRED, NONE));
			}
			if (response.ok && exchange.taken !== undefined)
				return this.finish(createdResponse(exchange, exchange.taken, response));
		}
		if (response.ok)
			return this.finish(response);
		if (this.repeat(exchange, response.kind, response.statusCode, false, wait))
			return;
		if (becomesFetch(exchange, response))
			return this.wake();
		this.finish(exchange.taken === undefined ? response : createdResponse(exchange, exchange.taken, response));
	}

	onFailure(kind: Kind, message: string, unsent: boolean): void {
		const { current, worker } = this;
		if (current === undefined)
			return;
		if (worker !== undefined)
			return this.worked(current, worker, failure(kind, message), NONE, -1);
		if (!this.repeat(current, kind, 0, unsent, -1))
			this.finish(failure(kind, message));
	}

	/** After a request the next starts on a turn of its own: an HTTP client need not bear a call inside its callbacks. */
	private wake(milliseconds?: number): void {
		// Whoever was told of the last one's failure may have closed the client.
		if (!this.closed)
			this.turn ??= this.setting.platform.timers.set(this.onTurn, milliseconds);
	}

	private readonly onTurn = (): void => this.takeTurn();

	private takeTurn(): void {
		this.turn = undefined;
		if (this.current === undefined) {
			this.current = this.queue.shift();
			if (this.current === undefined)
				return;
			this.watch.begin();
		}
		this.advance(this.current);
	}

	private readonly onExpired = (): void => this.expired();

	private expired(): void {
		const { watch: { stage, fault }, work, worker } = this;
		const { monitor, platform, renewal } = this.setting;
		monitor.timeouts++;
		this.channel.drop();
		if (stage !== STAGE_NONE)
			return this.onFailure("timeout", fault, stage === STAGE_CONNECT);
		if (worker !== undefined && work === REFRESH)
			renewal.giveUp(worker, platform.timers.now());
		this.finish(refusalOf(worker) ?? failure("timeout", fault));
	}

	/** Does what is next for the current request: a pause, a new token, or the request itself. */
	private advance(exchange: Exchange): void {
		const { monitor, platform, renewal, session } = this.setting;
		if (session.fault !== NONE)
			return this.finish(failure("argument", session.fault));
		const ticks = platform.timers.now();
		const rest = this.repeats.pacing.left(ticks);
		if (rest > 0)
			return rest < this.watch.left ? this.wake(rest) : this.finish(failure("busy", SERVICE_PAUSES));
		let work = NOTHING;
		if (!exchange.authenticates) {
			work = renewal.due(ticks);
			exchange.tokenVersion = session.tokenVersion;
		}
		switch (work) {
			case NOTHING:
				exchange.expires = session.expires;
				if (!exchange.sent)
					monitor.requests++;
				exchange.sent = true;
				return this.send(exchange, session.authorization, ticks);
			case EXPIRED:
				return this.finish(failure("auth", TOKEN_EXPIRED));
			case REFUSED:
				return this.finish(failure("auth", renewal.error));
		}
		this.begin(exchange, work);
	}

	private send(exchange: Exchange, authorization: string, ticks: number): void {
		const fault = this.channel.send(exchange, authorization, this.setting.renewal.asksForDate(ticks, exchange.authenticates));
		if (fault !== NONE)
			this.finish(failure("connect", fault));
	}

	/**
	 * Begins what has to be done before the current request. It is logged in for once only. The request that does it is new
	 * each time, so that no password is kept, and credentials that come too late find that it is not theirs any more.
	 * @param held the current request's answer, if the token is to be confirmed because a guest would get it, too
	 */
	private begin(exchange: Exchange, work: number, held?: ClientResponse): void {
		if (work === LOGIN && exchange.prepared === LOGIN)
			return this.finish(failure("auth", this.setting.renewal.tokenFault(this.setting.platform.timers.now())));
		const { platform, renewal, session } = this.setting;
		const worker = new Exchange();
		worker.tokenVersion = session.tokenVersion;
		worker.held = held;
		this.work = work;
		this.worker = worker;
		this.watch.mark(STAGE_NONE);
		const later = renewal.prepare(work, worker);
		if (later === undefined)
			return this.send(worker, work === LOGIN ? NONE : session.authorization, platform.timers.now());
		void later.then((fault) => {
			if (this.worker !== worker)
				return;
			if (fault === NONE)
				this.send(worker, NONE, platform.timers.now());
			else
				this.finish(failure("auth", fault));
		});
	}

	/**
	 * What had to be done before the current request has an answer, or has failed.
	 * @param retryAfter see `repeat`
	 */
	private worked(exchange: Exchange, worker: Exchange, response: ClientResponse, token: string, retryAfter: number): void {
		const { monitor, platform, renewal, session } = this.setting;
		const { kind, ok, statusCode } = response;
		const { held } = worker;
		const { work } = this;
		const { authorization } = session;
		this.work = NOTHING;
		this.worker = undefined;
		const goesOn = renewal.done(work, worker, exchange.prepared, response, token, platform.timers.now());
		if (ok && exchange.prepared !== LOGIN)
			exchange.prepared = work;
		if (ok && (work === LOGIN || authorization !== session.authorization))
			monitor.renewals++;
		monitor.tell(work === LOGIN ? "login" : "refresh", statusCode);
		// Whoever was told may have closed the client.
		if (this.current !== exchange)
			return;
		if (goesOn)
			return held === undefined || exchange.tokenVersion !== session.tokenVersion ? this.wake() : this.confirmed(held);
		const wait = this.repeats.next(exchange, kind, statusCode, true, retryAfter);
		if (wait >= 0)
			return held === undefined ? this.wake(wait) : this.confirm(exchange, held, wait);
		if (work === REFRESH)
			renewal.giveUp(worker, platform.timers.now());
		this.finish(refusalOf(worker) ?? new ClientResponse(isRefusal(response) ? "auth" : kind, statusCode, response.error, NONE));
	}

	/** Has the token confirmed on a turn of its own, unless the app sets another before: the request goes out with that. */
	private confirm(exchange: Exchange, held: ClientResponse, milliseconds: number): void {
		const { platform: { timers }, session } = this.setting;
		this.turn ??= timers.set(() => {
			this.turn = undefined;
			if (exchange.tokenVersion === session.tokenVersion)
				this.begin(exchange, REFRESH, held);
			else
				this.advance(exchange);
		}, milliseconds);
	}

	/** The service has said whether it accepts the token, or that it can't be asked: what was answered stands, or is a guest's. */
	private confirmed(held: ClientResponse): void {
		const { platform, renewal, session } = this.setting;
		if (session.status !== REJECTED)
			this.finish(held);
		else if (renewal.canLogIn(platform.timers.now()))
			this.wake();
		else
			this.finish(new ClientResponse("auth", held.statusCode, renewal.tokenFault(platform.timers.now()), NONE));
	}

	/** Has the current request sent again, if that is allowed and there is time. For the parameters see `Repeats.next`. */
	private repeat(exchange: Exchange, kind: Kind, status: number, unsent: boolean, retryAfter: number): boolean {
		const wait = this.repeats.next(exchange, kind, status, unsent, retryAfter);
		if (wait >= 0)
			this.wake(wait);
		return wait >= 0;
	}

	/** Gives the current exchange back and goes on with the next. */
	private finish(response: ClientResponse): void {
		const exchange = this.current;
		this.watch.end();
		this.setting.platform.timers.clear(this.turn);
		this.turn = this.current = undefined;
		this.work = NOTHING;
		this.worker = undefined;
		if (exchange !== undefined)
			this.settle(exchange, response);
		if (!this.closed && !this.queue.empty)
			this.wake();
	}
}

/** The answer that waits for the token to be confirmed, if it is a refusal: that is true in any case, what a list holds is not. */
function refusalOf(worker: Exchange | undefined): ClientResponse | undefined {
	const held = worker?.held;
	return held?.ok === false ? held : undefined;
}
