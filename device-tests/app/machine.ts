/** What device code uses of the machine and the published typings lack. */
declare global {
	/** Called by XS before an app ends; `false` lets it live on (define "abortHook"). */
	var abort: ((why: string, exception: unknown) => boolean) | undefined;
	/** There on the simulator only. */
	var screen: { postMessage(message: string): void } | undefined;
}

/** Ends the app where apps end: on the simulator. */
export function exit(code: number): void {
	globalThis.screen?.postMessage(`exit ${code}`);
}
