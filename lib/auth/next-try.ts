/** An error's text with the seconds until the client tries again. @param milliseconds until then; 0 or less for no pause */
export function withNextTry(error: string, milliseconds: number): string {
	return milliseconds > 0 ? `${error} (next try in ${Math.ceil(milliseconds / 1000)} s)` : error;
}

/** The same error's text at any time: without these seconds. */
export function withoutNextTry(error: string): string {
	return error.replace(/ \(next try in \d+ s\)$/, "");
}
