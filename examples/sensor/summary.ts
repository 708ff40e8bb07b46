/** What a run of the firmware came to; the host shows it, a device has no use for it. */
export interface Summary {
	readonly posted: number;
	readonly failed: number;
	readonly connections: number;
	readonly readBack: number;
}
