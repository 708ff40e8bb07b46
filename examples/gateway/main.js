import UDP from "embedded:io/socket/udp";
import files from "embedded:storage/files";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import { readingOf } from "./reading";
import { Shares } from "./shares";

class Gateway {
	#outbox;
	#shares;
	/** Addresses that may send, empty for all. */
	#senders;

	constructor({ baseUrl, devicePassword: password, folder, identity, limits, port, senders = "", share = 60 }) {
		this.#senders = senders.split(",").map((address) => address.trim()).filter((address) => address !== "");
		this.#shares = new Shares(Number(share));
		const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
		// All apps of the simulator share one folder: there this one has a folder of its own in it.
		if (folder)
			files.createDirectory(folder);
		this.#outbox = new Outbox({
			client,
			collection: "readings",
			storage: new FileStorage({ directory: folder ? files.openDirectory({ path: folder }) : files, blocks: 10 }),
			stamp: "taken",
			limits,
			// Its sender has been told that a reading is stored: it is not dropped for another's.
			whenFull: "refuse-newest",
			onRejected: (reading, { error }) => trace(`gateway  rejected ${reading}: ${error}\n`)
		});
		const gateway = this;
		new UDP({
			port: Number(port),
			onReadable() {
				gateway.#receive(this);
			}
		});
	}

	/** Takes all datagrams that are there. Whatever one of them does, the next is taken. */
	#receive(socket) {
		for (;;) {
			try {
				const datagram = socket.read();
				if (datagram === undefined)
					return;
				const { address, port } = datagram;
				const answer = this.#relay(datagram, address);
				trace(`gateway  ${address}: ${answer}  (${this.#outbox.pending} pending)\n`);
				// The sender repeats what is not answered. There are addresses that can't be answered: port 0, all of the network.
				socket.write(ArrayBuffer.fromString(answer), address, port);
			}
			catch (error) {
				trace(`gateway  failed: ${error.message}\n`);
			}
		}
	}

	/** Returns the answer: "stored", or why not. */
	#relay(datagram, address) {
		if (this.#senders.length > 0 && !this.#senders.includes(address))
			return "refused: you are not one of the senders";
		const reading = readingOf(datagram);
		if (typeof reading === "string")
			return `refused: ${reading}`;
		const fault = this.#shares.fault(address, this.#outbox.pending);
		if (fault !== "")
			return `refused: ${fault}`;
		const { error, stored } = this.#outbox.put({ ...reading, extra: { from: address } });
		if (stored)
			this.#shares.take(address);
		return stored ? "stored" : `refused: ${error}`;
	}
}

/** What is wrong with the configuration is said on the console. */
export default function main() {
	try {
		new Gateway(config);
	}
	catch (error) {
		trace(`gateway  failed: ${error.message}\n`);
	}
}
