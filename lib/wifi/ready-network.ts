/**
 * The entry "records-client/wifi/ready".
 * @module records-client/wifi/ready
 */
import type { NetworkInterface } from "./wifi-options.js";

/**
 * A network that is there without anybody's doing, as that of a simulator, as an interface for `StayConnected`.
 * @example
 * ```ts
 * import { StayConnected } from "records-client/wifi";
 * import ReadyNetwork from "records-client/wifi/ready";
 *
 * const network = new StayConnected({ accessPoints: [], interface: { io: ReadyNetwork } });
 * ```
 */
export default class ReadyNetwork implements NetworkInterface {
	/** Always ready. */
	readonly connection = 500;
	/** An address that every machine has. */
	readonly address = "127.0.0.1";

	connect(): void {
		// It is connected.
	}

	disconnect(): void {
		// It stays.
	}

	close(): void {
		// Nothing is open.
	}
}
