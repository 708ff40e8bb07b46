/** What a run of the firmware came to; the host shows it, a device has no use for it. */
export interface Summary {
	/** Readings put into the outbox. */
	readonly put: number;
	/** Readings that the service does not have yet. */
	readonly left: number;
	readonly connections: number;
	/** Readings of the run that the service has, and how many of them are there more than once. */
	readonly readBack: number;
	readonly repeated: number;
}
