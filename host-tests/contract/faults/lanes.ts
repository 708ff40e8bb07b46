/**
 * Runs many scenarios at a time. The first that fails is thrown; those under way come to their end before, and no other
 * begins.
 * @param width how many at a time; with so many stalls don't add up
 * @param describe says which scenario has failed
 */
export async function runLanes(
	width: number, all: readonly number[], scenario: (at: number) => Promise<void>, describe: (at: number) => string
): Promise<void> {
	let next = 0;
	let failure: Error | undefined;
	const lane = async (): Promise<void> => {
		while (next < all.length && failure === undefined) {
			const at = all[next++];
			try {
				await scenario(at);
			}
			catch (error) {
				failure ??= new Error(`${describe(at)}: ${(error as Error).message}`);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, all.length) }, lane));
	if (failure !== undefined)
		throw failure;
}
