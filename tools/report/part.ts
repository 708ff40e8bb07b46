/** What the command line says of how large a run is. */
export interface Sizes {
	/** Readings that a service has, where a part begins with such a service. */
	readonly readings: number;
}

/** A run at full size, which has a section of build/measurements/reliability.md. */
export interface Part {
	/** What the command line calls it. */
	readonly name: string;
	/** Of its section. */
	readonly heading: string;
	/**
	 * Runs it.
	 * @param seed a whole number that all its dice come of
	 * @param say shows a line while it goes on
	 */
	run(seed: number, say: (line: string) => void, sizes: Sizes): Promise<Outcome>;
}

export interface Outcome {
	/** Why it could not be run, where it could not. Then there is neither a text nor a finding. */
	readonly notRun?: string;
	/** The section's text: begins and ends with a line feed. */
	readonly text: string;
	/** What must not be, in plain words; the section is not written when there is any. */
	readonly findings: readonly string[];
}

/** The command that does a part again. */
export function commandOf({ name }: Part, seed: number): string {
	return `npm run test:reliability -- ${name} --seed ${seed}`;
}
