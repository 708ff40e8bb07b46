import { type Case, testCase } from "../../host-tests/contract/case.js";
import { SecureLine, type TLSPlaces } from "../app/secure-line.js";

/** Servers with RSA keys and keys on both curves, set to one curve or to none. A device offers P-256 and P-384. */
export function curveCases({ ports, authorities }: TLSPlaces): readonly Case[] {
	const certificate = authorities[6];
	return Object.keys(ports).filter((name) => name.startsWith("curves ")).map((name): Case => {
		const isOffered = !name.endsWith(" X25519");
		return testCase(`${name}: ${isOffered ? "connects" : "is told what it lacks"}`, async (context) => {
			const line = new SecureLine(context, ports[name], { certificate });
			if (isOffered) {
				await line.until("writable");
				line.call((socket) => socket.close());
			}
			else
				context.equal(await line.fails(), "TLSError: peer and client have no TLS cipher, curve or kind of key in common");
			context.equal(line.events.join(), isOffered ? "writable" : "error");
		});
	});
}
