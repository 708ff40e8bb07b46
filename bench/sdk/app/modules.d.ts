/** bench/sdk/app/host.js. */
declare module "bench/host" {
	const host: MeasuringHost & {
		settings(): string;
		/** DER of the certificate to trust; it lies outside of the heap, as a resource does on a device. */
		authority(): ArrayBuffer;
	};
	export const Flash: new () => typeof flash;
	export default host;
}

/** bench/sdk/pocketbase/shims.js. */
declare module "bench/shims" {
	/** Makes them globals. */
	export function install(): void;
}

/** As much as is used of the SDK's older HTTP client; the typings leave its status codes out. */
declare module "http" {
	export class Request {
		static readonly status: number;
		static readonly responseComplete: number;
		static readonly error: number;
		constructor(options: {
			host: string; port: number; method: string; path: string; headers: readonly string[]; body: string | undefined; response: typeof String;
		});
		callback: (message: number, value: unknown) => void;
	}
}

/** The SDK's. */
declare module "text/encoder" {
	export default TextEncoder;
}
