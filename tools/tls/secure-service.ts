import { connect } from "node:net";
import { ciphertextOf } from "../../host/ciphertext.js";
import { Listener } from "../network/listener.js";
import { certificates, type IdentityName } from "./certificates.js";
import { RecordCounter } from "./record-counter.js";
import { serverSide } from "./server-side.js";

/** What has been seen since the start. */
export interface SecureCounts {
	/** TCP connections accepted. */
	readonly connections: number;
	/** Handshakes that were completed. */
	readonly handshakes: number;
	/** TLS records with application data that clients have sent. */
	readonly records: number;
}

/** A running TLS server in front of a plain port. */
export interface SecureService {
	/** `https://127.0.0.1:<port>`. */
	readonly url: string;
	readonly port: number;
	counts(): SecureCounts;
	/** Ends it and every connection; never waits for anybody. */
	close(): void;
}

/**
 * Starts a TLS server on loopback that hands everything on to a plain port, both ways. It speaks TLS 1.2, as devices do:
 * there a record's type can be seen from outside.
 * @param port of the plain server on loopback
 * @param name whose certificate it shows
 */
export async function startSecure(port: number, name: IdentityName = "good"): Promise<SecureService> {
	const { identities } = await certificates();
	const counters: RecordCounter[] = [];
	let handshakes = 0;
	const listener = await Listener.open((outer) => {
		const counter = new RecordCounter();
		counters.push(counter);
		const ciphertext = ciphertextOf(outer);
		const tls = serverSide(ciphertext, identities[name], { maxVersion: "TLSv1.2" });
		const inner = connect(port, "127.0.0.1").setNoDelay();
		listener.keep(inner);
		outer.on("data", (bytes) => {
			counter.push(bytes);
			ciphertext.push(bytes);
		});
		tls.once("secure", () => handshakes++);
		tls.pipe(inner).pipe(tls);
		outer.on("close", () => {
			tls.destroy();
			inner.destroy();
		});
		inner.on("close", () => tls.end());
	});
	return {
		url: `https://127.0.0.1:${listener.port}`,
		port: listener.port,
		counts: () => ({ connections: counters.length, handshakes, records: counters.reduce((sum, { count }) => sum + count, 0) }),
		close: () => listener.close()
	};
}
