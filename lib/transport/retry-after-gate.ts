/** The pause that the service has asked for (RFC 9110, section 10.2.3): no request is sent before its end. */
export class RetryAfterGate {
	/** Whether there may be a pause. */
	isClosed = false;

	private begun = 0;
	private length = 0;

	/** @param milliseconds from `ticks`, now */
	close(milliseconds: number, ticks: number): void {
		this.isClosed = true;
		this.begun = ticks;
		this.length = milliseconds;
	}

	/** Milliseconds until its end, 0 or less without one. @param ticks now */
	left(ticks: number): number {
		// Without a sign the difference is right for 49 days instead of 24.
		const left = this.length - (ticks - this.begun >>> 0);
		this.isClosed &&= left > 0;
		return this.isClosed ? left : 0;
	}
}
