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
	/** Why it could not be run, where it could not. */
	readonly notRun?: string;
	/** What must not be, in plain words. */
	readonly findings?: readonly string[];
	/** The section's paragraphs and tables, written when there is no finding. Before the first stands which command has written it, and when. */
	readonly report?: readonly string[];
}
