import type { Timers } from "../../platform.js";

/** Constructor options of a UDP socket (ECMA-419, UDP socket), as far as a look-up has use for them. */
export interface DatagramSocketOptions {
	/** Port that it has on this device. */
	readonly port: number;
	/** `count` is the number of datagrams that can be read now. */
	readonly onReadable: (count: number) => void;
	readonly [option: string]: unknown;
}

/** A UDP socket (ECMA-419, UDP socket) with `format` "buffer". */
export interface DatagramSocket {
	/** Returns a datagram and where it comes from, undefined when there is none. @throws after `close` */
	read(): ArrayBuffer & { readonly address: string; readonly port: number } | undefined;
	/** Sends a datagram. It is copied. @throws when there is no way to the address */
	write(data: Uint8Array, address: string, port: number): void;
	close(): void;
}

/** What a resolver is made with. Not changed; kept until it is closed. */
export interface ResolverOptions {
	/** IPv4 addresses, as the socket tells where a datagram comes from; asked in turn. With none there is no look-up. */
	readonly servers: readonly string[];
	/** Port of the servers, 1 to 65535. Default 53. */
	readonly port?: number;
	/** Class of its sockets, and what else they are made with. */
	readonly socket: { readonly io: new (options: DatagramSocketOptions) => DatagramSocket; readonly [option: string]: unknown };
	readonly timers: Timers;
	readonly [option: string]: unknown;
}
