/** bench/sdk/app/host.js. */
declare module "bench/host" {
	const host: MeasuringHost & { settings(): string };
	export default host;
}

declare module "embedded:io/socket/tcp/tls" {
	const TLSSocket: object;
	export default TLSSocket;
}
