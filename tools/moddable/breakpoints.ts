/** Breakpoints by GDB's remote protocol, which QEMU speaks. */
import { connect, type Socket } from "node:net";

/** Milliseconds between two tries to reach QEMU. */
const PAUSE = 20;

/**
 * Lets a machine that waits for a debugger go, and stops it for good when it is about to run one of these addresses for the
 * `hits`-th time.
 * @param path of the socket of QEMU's stub of GDB
 * @returns whether it came to that before the connection ended
 */
export async function stopAt(path: string, addresses: readonly number[], hits: number): Promise<boolean> {
	const socket = await connected(path);
	try {
		const packets = packetsOf(socket);
		const ask = async (command: string): Promise<string> => {
			socket.write(framed(command));
			return (await packets.next()).value ?? "";
		};
		for (const address of addresses)
			await ask(`Z0,${address.toString(16)},2`);
		for (let left = hits; left > 0; left--) {
			if (!(await ask("c")).startsWith("T"))
				return false;
			// The step leaves the breakpoint behind.
			if (left > 1 && !(await ask("s")).startsWith("T"))
				return false;
		}
		return true;
	}
	finally {
		socket.destroy();
	}
}

async function connected(path: string): Promise<Socket> {
	for (let tries = 500; ; tries--) {
		const socket = connect(path);
		const fault = await new Promise<Error | undefined>((resolve) => {
			socket.once("connect", () => resolve(undefined)).once("error", resolve);
		});
		if (fault === undefined)
			return socket.on("error", () => socket.destroy());
		if (tries === 0)
			throw fault;
		await new Promise((resolve) => void setTimeout(resolve, PAUSE));
	}
}

function framed(command: string): string {
	let sum = 0;
	for (const character of command)
		sum += character.charCodeAt(0);
	return `$${command}#${(sum & 255).toString(16).padStart(2, "0")}`;
}

/** What comes in packets; each is acknowledged. */
async function* packetsOf(socket: Socket): AsyncGenerator<string, string> {
	let text = "";
	for await (const bytes of socket.setEncoding("latin1")) {
		text += bytes as string;
		for (let match = /\$([^#]*)#../.exec(text); match !== null; match = /\$([^#]*)#../.exec(text)) {
			socket.write("+");
			text = text.slice(match.index + match[0].length);
			yield match[1] ?? "";
		}
	}
	return "";
}
