/** The pause that the service has asked for: requests wait for its end, and those that can't are not sent. */
export class Pacing {
	private active = false;
	private until = 0;

	/** @param milliseconds from `ticks`, now */
	begin(milliseconds: number, ticks: number): void {
		this.active = true;
		this.until = ticks + milliseconds | 0;
	}

	/** Milliseconds that are left of it, 0 without one. @param ticks now */
	left(ticks: number): number {
		if (!this.active)
			return 0;
		const left = this.until - ticks | 0;
		this.active = left > 0;
		return left > 0 ? left : 0;
	}
}
