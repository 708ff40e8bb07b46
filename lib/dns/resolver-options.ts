import type { Timers } from "../platform.js";

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
	/** Returns a datagram, undefined when there is none. @throws after `close` */
	read(): Datagram | undefined;
	/** Sends a datagram. It is copied. @throws when there is no way to the address */
	write(data: Uint8Array, address: string, port: number): void;
	/** Frees the socket. Nothing is called back any more. */
	close(): void;
}

/** What a UDP socket has received, and where it comes from. */
export type Datagram = ArrayBuffer & {
	/** IP address of the sender. */
	readonly address: string;
	/** Port of the sender. */
	readonly port: number;
};

/** `{ io: Class, …options }` of a UDP socket. */
export interface DatagramProvider {
	/** Class of the sockets. */
	readonly io: new (options: DatagramSocketOptions) => DatagramSocket;
	readonly [option: string]: unknown;
}

/** Options of a resolver. Not changed; kept until it is closed. */
export interface ResolverOptions {
	/** IPv4 addresses, in the form in which the socket names a datagram's sender; asked in turn. With none there is no look-up. */
	readonly servers: readonly string[];
	/** Port of the servers, 1 to 65535. Default 53. */
	readonly port?: number;
	/** Opens a socket for each look-up. */
	readonly socket: DatagramProvider;
	/** Ends what takes too long. */
	readonly timers: Timers;
	readonly [option: string]: unknown;
}
