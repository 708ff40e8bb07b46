import RNG from "rng";

/** What keys of TLS are made of, and Math.random: both must be others at each start. */
export default function main() {
	trace(`keys ${new Uint8Array(RNG.get(16)).toHex()} ${Math.random()}\n`);
}
