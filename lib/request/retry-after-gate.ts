/**
 * The pause that the service has asked for (RFC 9110, section 10.2.3): no request is sent before its end, except one that the
 * app has called for itself. Whoever has asked for it need not be the service.
 */
export class RetryAfterGate {
	/** Whether there may be a pause. */
	isClosed = false;

	private begun = 0;
	private length = 0;
	/** Whether such a request has been let through. */
	private hasOpened = false;

	/** @param milliseconds from `ticks`, now */
	close(milliseconds: number, ticks: number): void {
		// Refused again, the request that was let through does not open it for another.
		this.hasOpened &&= this.openAtEnd(ticks) > 0;
		this.isClosed = true;
		this.begun = ticks;
		this.length = milliseconds;
	}

	/** Lets one request through a pause. @returns whether it is the first since that began */
	letOneThrough(): boolean {
		const isFirst = !this.hasOpened;
		this.hasOpened = true;
		return isFirst;
	}

	/** Opens if the pause is over, for good. @param ticks now @returns milliseconds until its end, 0 without one */
	openAtEnd(ticks: number): number {
		// Without a sign the difference is right for 49 days instead of 24.
		const left = this.length - (ticks - this.begun >>> 0);
		this.isClosed &&= left > 0;
		return this.isClosed ? left : 0;
	}
}
