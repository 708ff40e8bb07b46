/** Gauges of the machine, see gauges.js. */
declare module "gauges" {
	export function fillStack(): void;
	export function stackLeft(): number;
	export function stackSlots(): number;
	export function heapFree(): number;
	export function heapLeast(): number;
	export function taskLeft(): number;
	export function sinceStart(): number;
}
