/** TLS servers with each kind of key, each with its own choice of curves and with others; those of OpenSSL are Node's, the others run where they are installed. */
import { freePort } from "../service/port.js";
import { ServerPrograms, type Site } from "./server-programs.js";
import { identityOf } from "./tls/certificates.js";
import { SecureListener } from "./tls/secure-listener.js";
import { intermediate, leaf, type Made, root } from "./x509/certificate.js";
import { ecKeys, rsaKeys } from "./x509/keys.js";

export interface CurveServers {
	/** Ports by `curves PROGRAM KEY CURVE`. */
	readonly ports: Readonly<Record<string, number>>;
	/** The CA of all of them. */
	readonly authority: Made;
	close(): Promise<void>;
}

const curves = [undefined, "prime256v1", "secp384r1", "X25519"];

/** Starts one of each for each key and curve. @throws Error when one does not take connections */
export async function startCurveServers(): Promise<CurveServers> {
	const programs = await ServerPrograms.in("records-curves-");
	const authority = root("Curves Test CA", ecKeys("secp384r1"), { hash: "SHA384" });
	const middle = intermediate("Curves Intermediate", ecKeys("secp384r1"), authority, { hash: "SHA384" });
	const ports: Record<string, number> = {};
	const own: SecureListener[] = [];
	const shown: (readonly [place: string, pem: string, curve: string | undefined])[] = [];
	for (const [name, keys] of Object.entries({ "RSA": rsaKeys(), "P-256": ecKeys(), "P-384": ecKeys("secp384r1") })) {
		const identity = identityOf(leaf(middle, keys, { hash: "SHA384" }), middle);
		const pem = identity.chain.map((certificate) => certificate.pem).join("") + identity.key;
		const file = await programs.write(`${name}.pem`, pem);
		for (const curve of curves) {
			const server = await new SecureListener(identity, () => undefined, curve === undefined ? {} : { ecdhCurve: curve }).open();
			own.push(server);
			const place = `${name} ${curve ?? "by itself"}`;
			ports[`curves openssl ${place}`] = server.port;
			shown.push([place, file, curve]);
		}
	}
	for (const program of ["nginx", "haproxy", "caddy"] as const) {
		const sites: Record<string, Site> = {};
		for (const [place, pem, curve] of shown)
			sites[`curves ${program} ${place}`] = { port: await freePort(), pem, ...curve === undefined ? {} : { curve } };
		if (await programs.start(program, Object.values(sites)) !== undefined)
			Object.assign(ports, Object.fromEntries(Object.entries(sites).map(([name, { port }]) => [name, port])));
	}
	return {
		ports, authority,
		close: () => {
			own.forEach((server) => server.close());
			return programs.close();
		}
	};
}
