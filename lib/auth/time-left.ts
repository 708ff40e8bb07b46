/**
 * Milliseconds that are left of so many since something happened; negative when they are over. Ticks wrap: what seems to
 * come from the future is long ago.
 * @param since ticks when it happened, undefined for never
 * @param ticks now
 */
export function timeLeft(since: number | undefined, milliseconds: number, ticks: number): number {
	const age = since === undefined ? -1 : ticks - since | 0;
	return age >= 0 ? milliseconds - age : -1;
}
