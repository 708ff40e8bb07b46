/** Milliseconds before the time that a server names: a request that leaves then arrives before the server closes. */
const MARGIN = 1000;
/** The least idleness, in milliseconds, after which a connection may have been forgotten: after a shorter one the service is slow. */
const LEAST = 1000;
/** Losses in a row after which connections are left earlier: a single one may be an outage. */
const LOSSES = 2;

// docs/decisions/0091-a-connection-that-was-idle-is-not-trusted.md
/**
 * How long a connection may be idle and carry another request: as long as the limit and the server's Keep-Alive field allow,
 * and half of what was too long for what is between, once that was seen.
 */
export class KeepAlive {
	/** Milliseconds of idleness from which on a connection is not used again. */
	milliseconds: number;

	/** Milliseconds as far as the server's field does not say less. */
	private most: number;
	/** Milliseconds for which the connection was idle before the request. */
	private idle = 0;
	/** Connections that were lost in a row. */
	private losses = 0;

	/** @param limit `limits.keepAlive` */
	constructor(limit: number) {
		this.milliseconds = this.most = limit;
	}

	/**
	 * The server has said how long it keeps a connection.
	 * @param field value of the Keep-Alive field of a head, undefined without one (RFC 2068, section 19.7.1.1)
	 */
	hear(field: string | undefined): void {
		const seconds = field === undefined ? null : /\btimeout=(\d{1,6})/i.exec(field);
		const heard = seconds === null ? this.most : Number(seconds[1]) * 1000 - MARGIN;
		this.milliseconds = heard < this.most ? heard : this.most;
	}

	/** A connection is to be used again. @param idle milliseconds for which it has been idle @returns whether it can carry another request */
	useAfter(idle: number): boolean {
		this.idle = idle;
		return idle < this.milliseconds;
	}

	/**
	 * The connection that was allowed last has not answered. It counts if it had never been idle for as long and then answered.
	 * @param age milliseconds from its beginning to its last request
	 */
	lost(age: number): void {
		if (this.idle < LEAST)
			return;
		this.losses = age < 2 * this.idle ? this.losses + 1 : 0;
		if (this.losses < LOSSES)
			return;
		this.most = this.idle >> 1;
		if (this.milliseconds > this.most)
			this.milliseconds = this.most;
	}
}
