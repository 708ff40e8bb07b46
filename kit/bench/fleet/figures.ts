/** What a run of the fleet comes to. Times are milliseconds since the service was back. */
import type { Fleet } from "./fleet.js";

export interface Figures {
	/** The most requests in any second. */
	readonly peak: number;
	/** Requests in all, those that were refused (429), and those that were answered neither so nor well. */
	readonly requests: number;
	readonly refused: number;
	readonly failed: number;
	/** When 5 and 95 of a hundred devices were connected. */
	readonly early: number;
	readonly late: number;
	/** When 95 of a hundred devices had nothing pending, and when none had. */
	readonly nearly: number;
	readonly drained: number;
	/** Connections that the devices began in all. */
	readonly connections: number;
}

const SECOND = 1000;

export function figuresOf({ back, ends, passed }: Fleet): Figures {
	const returned = ends.map((end) => end.returned - back), drained = ends.map((end) => end.drained - back);
	return {
		peak: peakOf(passed.map(({ at }) => at)),
		requests: passed.length,
		refused: passed.filter(({ status }) => status === 429).length,
		failed: passed.filter(({ status }) => status !== 200 && status !== 429).length,
		early: percentile(returned, 5),
		late: percentile(returned, 95),
		nearly: percentile(drained, 95),
		drained: percentile(drained, 100),
		connections: ends.reduce((sum, end) => sum + end.connections, 0)
	};
}

/** The most of them within a second. @param times in ascending order */
export function peakOf(times: readonly number[]): number {
	let most = 0;
	for (let first = 0, next = 0; next < times.length; next++) {
		while (times[next] - times[first] >= SECOND)
			first++;
		most = Math.max(most, next - first + 1);
	}
	return most;
}

/** The least of the values that so many of a hundred do not exceed; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
	return values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * share / 100) - 1)] ?? 0;
}
