/**
 * Fills in defaults.
 * @param given limits that differ; not changed
 * @param defaults what those are that are not given
 * @param least the least that each may be; 0 where there is none
 * @returns all limits, in a new object
 * @throws TypeError that names an unknown limit; RangeError that names one that is no whole number or too small
 * @group Shared by the entries
 */
export function completed<T extends object>(given: Partial<T>, defaults: T, least: Partial<T>): T {
	const limits: Record<string, number> = { ...defaults as Record<string, number> };
	for (const [name, value] of Object.entries(given)) {
		if (value === undefined)
			continue;
		if (!Object.hasOwn(defaults, name))
			throw new TypeError(`limits.${name} is unknown`);
		const smallest = least[name as keyof T] as number | undefined ?? 0;
		if (!Number.isSafeInteger(value) || value as number < smallest || value as number > 0x7fffffff)
			throw new RangeError(`limits.${name} must be a whole number of ${smallest} or more`);
		limits[name] = value as number;
	}
	return limits as T;
}
