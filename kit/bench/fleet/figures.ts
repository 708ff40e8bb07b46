const SECOND = 1000; // milliseconds

/** The most of them within a second. @param times milliseconds, in ascending order */
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
