export interface Arguments {
	readonly help: boolean;
	/** Where the server is; "" with `help` alone. */
	readonly server: string;
	readonly ca: string | undefined;
	readonly out: string | undefined;
	readonly serverName: string | undefined;
}

export const usage: string;

/** @throws TypeError that names the fault */
export function readArguments(given: string[]): Arguments;
