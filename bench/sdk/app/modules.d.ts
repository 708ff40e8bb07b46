/** bench/sdk/app/host.js. */
declare module "bench/host" {
	const host: MeasuringHost & { settings(): string };
	export default host;
}
