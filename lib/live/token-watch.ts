import type { Session } from "../auth/session.js";

/** What a client's session says of its token. */
export type LiveSession = Pick<Session,
	"authorization" | "collectionId" | "confirmations" | "doubt" | "isAccepted" | "logIns" | "record">;

/**
 * What has happened to the token since it was looked at last: nothing; the service has confirmed it; another one of the same user has come
 * by a log-in, so that the one before may have been refused; or one of another user has come, or none is there any more.
 */
export type TokenNews = "nothing" | "confirmed" | "log-in" | "other user";

/**
 * Watches a client's token: PocketBase answers one that it does not accept as a guest's, with less, and says nothing about it. So what was
 * learned is certain only once the service has confirmed the token afterwards.
 */
export class TokenWatch {
	private readonly session: LiveSession;
	/** Milliseconds after which the service is asked about the token, 0 for never (`limits.confirmEvery`). */
	private readonly every: number;
	/** Counts of the session when it was looked at last, whose token it was then, and ticks when that was confirmed. */
	private confirmations: number;
	private logIns: number;
	private user: string;
	private confirmed: number;

	/** @param session kept @param every see there @param ticks now */
	constructor(session: LiveSession, every: number, ticks: number) {
		this.session = session;
		this.every = every;
		this.confirmations = session.confirmations;
		this.logIns = session.logIns;
		this.user = session.record?.id ?? "";
		this.confirmed = ticks;
	}

	/**
	 * Whether the service can be asked about the token. It can't where there is none, where it names no collection, or the app has said that
	 * it must not.
	 */
	get canBeConfirmed(): boolean {
		return this.every > 0 && this.session.authorization !== "" && this.session.collectionId !== "";
	}

	/** Has the next request ask the service about the token first, if that was not confirmed for long. @param ticks now */
	doubtAfterLong(ticks: number): void {
		if (this.canBeConfirmed && (ticks - this.confirmed | 0) >= this.every) {
			this.confirmed = ticks;
			this.session.doubt();
		}
	}

	/** What has happened to the token. @param ticks now */
	look(ticks: number): TokenNews {
		const { confirmations, logIns } = this.session;
		const isConfirmed = confirmations !== this.confirmations;
		const isOther = logIns !== this.logIns;
		this.confirmations = confirmations;
		this.logIns = logIns;
		if (isConfirmed)
			this.confirmed = ticks;
		// What was confirmed may have been the new one.
		if (!isOther)
			return isConfirmed ? "confirmed" : "nothing";
		const { user } = this;
		this.user = this.session.record?.id ?? "";
		return user === this.user ? "log-in" : "other user";
	}
}
