/** The network of the module "embedded:io/socket/udp", in the hands of a test: global `device.datagrams` there. */
export const datagrams = {
	/** Name servers that the module "net" tells; undefined as long as there is no network. */
	servers: undefined as readonly string[] | undefined,
	/** Where something was to be sent to, as `address:port`. */
	sent: [] as string[]
};

/** The module "embedded:io/socket/udp": without a network it can't be made, and there is no way to anybody. */
export class UDP {
	constructor() {
		if (datagrams.servers === undefined)
			throw new Error("no network");
	}

	read(): undefined {
		return undefined;
	}

	write(_data: Uint8Array, address: string, port: number): void {
		datagrams.sent.push(`${address}:${port}`);
		throw new Error("UDP send failed");
	}

	close(): void {
		// Nothing is held.
	}
}
