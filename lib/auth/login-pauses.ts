import { type Pause, PAUSES } from "../shared/pauses.js";
import { GrowingPause } from "./growing-pause.js";

/** No log-in has failed of late. */
export const MAY_LOG_IN = 0;
/** The service refused a log-in, or the token that one brought, and is not to be asked again so soon. */
export const AFTER_REFUSAL = 1;
/** A log-in has failed without a refusal, and is not to be tried again so soon: an outage is over sooner than a wrong password. */
export const AFTER_OUTAGE = 2;
/** Whether the client may log in by itself. */
export type LoginState = typeof MAY_LOG_IN | typeof AFTER_REFUSAL | typeof AFTER_OUTAGE;

/** Keeps the client from logging in with each request: a password costs the service a second, and goes over the network. */
export class LoginPauses {
	/** Text of the failure that came last. */
	error = "";

	private readonly pause = new GrowingPause();
	/** Whether that pause began without a refusal of the service. */
	private isOutage = false;
	private readonly outage: Pause;
	/** Pause in which a 401 causes no log-in, because it came again after one. */
	private readonly after401 = new GrowingPause();

	/** @param base `limits.retryBase`: the most that chance adds to the first pause after an outage */
	constructor(base: number) {
		const most = PAUSES.outage.most;
		this.outage = { least: Math.min(base, most) / 2 | 0, base: Math.min(base, most), most };
	}

	/** @param ticks now */
	state(ticks: number): LoginState {
		if (this.pause.isOver(ticks))
			return MAY_LOG_IN;
		return this.isOutage ? AFTER_OUTAGE : AFTER_REFUSAL;
	}

	/** Milliseconds until the client may log in, 0 or less without a pause. @param ticks now */
	left(ticks: number): number {
		return this.pause.left(ticks);
	}

	/** Milliseconds until it may, whatever it was kept from. @param ticks now */
	longestLeft(ticks: number): number {
		return Math.max(this.pause.left(ticks), this.after401.left(ticks));
	}

	/** Whether it may log in after a 401 to a request. @param ticks now */
	mayAnswer401(ticks: number): boolean {
		return this.after401.isOver(ticks);
	}

	/** The service has refused a log-in, or the token that one had just brought. @param ticks now */
	refused(error: string, ticks: number): void {
		this.begin(error, false, ticks);
	}

	/** A log-in has failed without a refusal, as often as it was tried. @param ticks now */
	failed(error: string, ticks: number): void {
		this.begin(error, true, ticks);
	}

	/** A 401 has come to a token that a log-in had just brought: whoever says that, says it whatever the token. @param ticks now */
	refused401(ticks: number): void {
		this.after401.begin(ticks);
	}

	/** A log-in has succeeded: an outage is over. Whether its token is good is not known. */
	succeeded(): void {
		if (this.isOutage)
			this.pause.end();
	}

	/** The token of the last log-in was confirmed. */
	confirmed(): void {
		this.pause.end();
	}

	/** The app has logged in: no pause goes on. */
	end(): void {
		this.pause.end();
		this.after401.end();
	}

	private begin(error: string, isOutage: boolean, ticks: number): void {
		// Failures of the other kind don't make the pause longer.
		if (isOutage !== this.isOutage)
			this.pause.end();
		this.error = error;
		this.isOutage = isOutage;
		this.pause.begin(ticks, isOutage ? this.outage : PAUSES.login);
	}
}
