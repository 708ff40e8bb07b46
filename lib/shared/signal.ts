/**
 * What ends a call before its answer: on Node an `AbortSignal` (DOM, section 3.2), or as much of one as this; on a device that of an
 * `AbortController` of `records-client/abort`.
 */
export interface Signal {
	/** Whether the call is to end. */
	readonly aborted: boolean;
	/** Has a function called once `aborted` becomes true. */
	addEventListener(type: "abort", listener: () => void): void;
	/** Has it not called any more. */
	removeEventListener(type: "abort", listener: () => void): void;
}
