/** The pause that the service has asked for: requests wait for its end, and those that can't are not sent. */
export class Pacing {
	private active = false;
	private begun = 0;
	private length = 0;

	/** @param milliseconds from `ticks`, now */
	begin(milliseconds: number, ticks: number): void {
		this.active = true;
		this.begun = ticks;
		this.length = milliseconds;
	}

	/** Milliseconds that are left of it, 0 without one. @param ticks now */
	left(ticks: number): number {
		if (!this.active)
			return 0;
		// Nobody may ask for weeks: without a sign the difference is right for 49 days instead of 24.
		const left = this.length - (ticks - this.begun >>> 0);
		this.active = left > 0;
		return left > 0 ? left : 0;
	}
}
