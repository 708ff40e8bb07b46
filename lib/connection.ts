import type { Answer } from "./answer.js";
import { Channel, type ChannelOwner } from "./channel.js";
import { Exchange, ExchangeList } from "./exchange.js";
import { becomesFetch } from "./own-id.js";
import type { TimerHandle } from "./platform.js";
import { EXPIRED, isRefusal, LOGIN, NOTHING, REFUSED } from "./renewal.js";
import { Repeats } from "./repeats.js";
import { CLIENT_CLOSED, ClientResponse, failure, type Kind, SERVICE_PAUSES, TOKEN_EXPIRED } from "./response.js";
import type { Setting } from "./setting.js";
import { STAGE_CONNECT, STAGE_NONE, Watch } from "./watch.js";
import { GET, NONE } from "./words.js";

const UNAUTHORIZED = 401;

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
		if (answer.token !== NONE)
			session.set(answer.token);
		if ((!response.ok || exchange.method === GET) && this.isGuest(exchange, response, ticks))
			return;
		if (response.ok)
			return this.finish(response);
		if (this.repeat(exchange, response.kind, response.statusCode, false, wait))
			return;
		if (becomesFetch(exchange, response))
			return this.wake();
		// A record that was made and can't be read is there all the same.
		this.finish(exchange.made ? new ClientResponse(NONE, 200, NONE, NONE) : response);
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
		const { stage, fault } = this.watch;
		this.setting.monitor.timeouts++;
		this.channel.drop();
		if (stage === STAGE_NONE)
			this.finish(failure("timeout", fault));
		else
			this.onFailure("timeout", fault, stage === STAGE_CONNECT);
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
		const work = exchange.authenticates ? NOTHING : renewal.due(ticks);
		switch (work) {
			case NOTHING:
				exchange.expires = session.expires;
				exchange.changes = session.changes;
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
	 */
	private begin(exchange: Exchange, work: number): void {
		if (work === LOGIN && exchange.renewed)
			return this.finish(failure("auth", TOKEN_EXPIRED));
		const { platform, renewal, session } = this.setting;
		const worker = new Exchange();
		worker.changes = session.changes;
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
		const { monitor, platform, renewal } = this.setting;
		const { kind, ok, statusCode } = response;
		const { work } = this;
		this.work = NOTHING;
		this.worker = undefined;
		const goesOn = renewal.done(work, worker, response, token, platform.timers.now());
		exchange.renewed ||= ok && work === LOGIN;
		monitor.renewals += ok ? 1 : 0;
		monitor.tell(work === LOGIN ? "login" : "refresh", statusCode);
		// Whoever was told may have closed the client.
		if (this.current !== exchange)
			return;
		if (goesOn)
			return this.wake();
		if (!this.repeat(exchange, kind, statusCode, true, retryAfter))
			this.finish(new ClientResponse(isRefusal(response) ? "auth" : kind, statusCode, response.error, NONE));
	}

	/** Whether an answer was a guest's, because the token had expired or is not taken. Then it is not the last word. */
	private isGuest(exchange: Exchange, response: ClientResponse, ticks: number): boolean {
		const { renewal, session } = this.setting;
		if (exchange.authenticates || !(response.ok || isRefusal(response)))
			return false;
		const over = renewal.isOver(exchange.expires, ticks);
		if (!over && response.statusCode !== UNAUTHORIZED)
			return false;
		const replaced = exchange.changes !== session.changes;
		if (!exchange.renewed && (replaced || renewal.canLogIn(ticks))) {
			// With the app's new token it goes out again as it is, but not for ever.
			exchange.renewed = replaced;
			session.refused ||= !replaced;
			this.wake();
			return true;
		}
		if (over)
			this.finish(new ClientResponse("auth", response.statusCode, TOKEN_EXPIRED, NONE));
		return over;
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
