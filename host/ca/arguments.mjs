// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run ca -- [options] HOST[:PORT]
       npx records-ca [options] HOST[:PORT]

Asks a server as a device does, by TLS 1.2, and shows the certificates that it sends, the CA that they lead to, and what a
device says to them. HOST may be the baseUrl. An IPv6 address with a port is in brackets: [::1]:8443

options:
  --out FILE          writes the CA's certificate into a new file, in DER: what tls.ca takes
  --ca FILE           trusts the CAs of this file, DER or PEM, in place of the public ones
  --server-name NAME  what the app gives as tls.serverName
  --help              print this text

With MODDABLE set, it says whether the Moddable SDK there has the CA. It ends with 0 if a device accepts the server with the
CA that is shown, and with 1 if not.`;

/**
 * @typedef {object} Arguments
 * @property {boolean} help
 * @property {string} server where it is; "" with `help` alone
 * @property {string | undefined} ca
 * @property {string | undefined} out
 * @property {string | undefined} serverName
 */

/**
 * @param {string[]} given
 * @returns {Readonly<Arguments>}
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { positionals, values } = parseArgs({
		args: given,
		allowPositionals: true,
		options: { "ca": { type: "string" }, "out": { type: "string" }, "server-name": { type: "string" }, "help": { type: "boolean", default: false } }
	});
	if (positionals.length !== 1 && !values.help)
		throw new TypeError(positionals.length === 0 ? "HOST is missing" : "only one HOST can be asked");
	return { help: values.help, server: positionals[0] ?? "", ca: values.ca, out: values.out, serverName: values["server-name"] };
}
