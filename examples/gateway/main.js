import UDP from "embedded:io/socket/udp";
import files from "embedded:storage/files";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";

const { baseUrl, identity, devicePassword: password, limits } = config;

const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
const outbox = new Outbox({ client, collection: "readings", storage: new FileStorage({ directory: files }), stamp: "taken", limits });

/** Takes a reading that another device has sent as JSON text. Returns the answer: "stored", or what is wrong. */
function relay(datagram, from) {
	try {
		const { sensor, value, unit } = JSON.parse(String.fromArrayBuffer(datagram));
		const { error, stored } = outbox.put({ sensor, value, unit, extra: { from } });
		return stored ? "stored" : error;
	}
	catch (error) {
		return `no reading: ${error.message}`;
	}
}

/** Who is on this network can send readings: it is one that you trust. */
export default function main() {
	new UDP({
		port: Number(config.port),
		onReadable() {
			for (let datagram = this.read(); datagram !== undefined; datagram = this.read()) {
				const { address, port } = datagram;
				const answer = relay(datagram, address);
				trace(`gateway  ${address}: ${answer}  (${outbox.pending} pending)\n`);
				// The sender repeats what is not answered.
				this.write(ArrayBuffer.fromString(answer), address, port);
			}
		}
	});
}
