/** Signs firmware: `node examples/update/sign.mjs --help`. */
import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const usage = `usage: node examples/update/sign.mjs --new-key KEY
       node examples/update/sign.mjs --key KEY --target NAME --version N FILE

  --new-key KEY   makes a private key (P-256, PEM) and prints the public key, for "publicKey" in the manifest
  --key KEY       the private key that signs FILE; prints the fields of its record in the collection firmware
  --target NAME   what the firmware is made for: "target" in the manifest
  --version N     its version, a whole number: "version" in the manifest`;

/** @param {import("node:crypto").KeyObject} key private or public @returns {string} 04, x and y in hexadecimal */
export function publicKeyOf(key) {
	const { crv, x, y } = (key.type === "private" ? createPublicKey(key) : key).export({ format: "jwk" });
	if (crv !== "P-256")
		throw new Error("the key is not on the curve P-256");
	return "04" + Buffer.from(`${x}`, "base64url").toString("hex") + Buffer.from(`${y}`, "base64url").toString("hex");
}

/**
 * @param {Uint8Array} bytes the file
 * @param {{ key: import("node:crypto").KeyObject, target: string, version: number }} made
 * @returns the fields of the record, besides the file
 */
export function signFirmware(bytes, { key, target, version }) {
	if (!/^[\w.-]{1,32}$/.test(target))
		throw new Error("--target must be 1 to 32 letters, digits, dots and hyphens");
	if (!Number.isSafeInteger(version) || version < 1)
		throw new Error("--version must be a whole number above 0");
	if (bytes.length === 0)
		throw new Error("the file is empty");
	publicKeyOf(key);
	const length = bytes.length;
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	const signature = sign("sha256", Buffer.from(`firmware ${target} ${version} ${length} ${sha256}`), { key, dsaEncoding: "ieee-p1363" }).toString("hex");
	return { target, version, length, sha256, signature };
}

/** @param {string[]} given */
function main(given) {
	const { positionals, values } = parseArgs({
		args: given, allowPositionals: true,
		options: { "new-key": { type: "string" }, "key": { type: "string" }, "target": { type: "string", default: "" }, "version": { type: "string", default: "" }, "help": { type: "boolean" } }
	});
	const { key, "new-key": newKey } = values;
	if (newKey !== undefined) {
		const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
		writeFileSync(newKey, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600, flag: "wx" });
		console.log(publicKeyOf(privateKey));
	}
	else if (values.help || key === undefined || positionals.length !== 1) {
		console.log(usage);
		process.exitCode = values.help ? 0 : 2;
	}
	else
		console.log(JSON.stringify(signFirmware(readFileSync(positionals[0]), { key: createPrivateKey(readFileSync(key)), target: values.target, version: Number(values.version) })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		main(process.argv.slice(2));
	}
	catch (error) {
		console.error(`error    ${error instanceof Error ? error.message : String(error)}`);
		process.exitCode = 1;
	}
}
