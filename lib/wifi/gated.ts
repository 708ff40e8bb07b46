import type { Resolver, ResolverProvider, Socket, SocketOptions, SocketProvider, Transport } from "../platform.js";

/**
 * Reports to a socket that its connection is gone.
 * @param options of the socket
 */
export function lose(options: SocketOptions, socket: Socket): void {
	options.onError?.call(socket, new Error("the network is lost"));
}

/** A socket whose `onError` is called at once. */
function unreachable(options: SocketOptions): Socket {
	let isClosed = false;
	const socket: Socket & Pick<SocketOptions, "target"> = {
		target: options.target,
		read: () => undefined,
		write: () => undefined,
		close: () => {
			isClosed = true;
		}
	};
	void Promise.resolve().then(() => isClosed || lose(options, socket));
	return socket;
}

/**
 * A transport whose look-ups, of literal addresses too, fail at once while there is no network, and whose sockets can be
 * ended when it is lost. They are the transport's own, so that whatever else they can do is there.
 * @param link its address is "" without a network
 * @param sockets has each socket until it is closed, with the options that it was made with
 */
export function gated(transport: Transport, link: { readonly address: string }, sockets: Map<Socket, SocketOptions>): Transport {
	// A function that gives back another object is as good as a class.
	const resolver = function (): Resolver {
		const { dns } = transport;
		return link.address === "" ? {
			resolve: ({ onError }) => void Promise.resolve().then(() => onError(new Error("no network"))),
			close: () => {}
		} : new dns.io(dns);
	} as unknown as ResolverProvider["io"];
	const gate = (provider: SocketProvider): SocketProvider => {
		const io = function (options: SocketOptions): Socket {
			// It may have been lost since the look-up.
			if (link.address === "")
				return unreachable(options);
			const socket = new provider.io(options);
			const close = socket.close.bind(socket);
			sockets.set(socket, options);
			return Object.defineProperty(socket, "close", {
				value: () => {
					sockets.delete(socket);
					close();
				}
			});
		} as unknown as SocketProvider["io"];
		return { ...provider, io };
	};
	return { ...transport, dns: { io: resolver }, gate: (socket) => gate(transport.gate?.(socket) ?? socket) };
}
