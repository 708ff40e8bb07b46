const buffers = "the request would have to be longer than what the machine that runs the emulator takes of it at once, some megabytes";
const oneAddress = "the emulator shows one address of the machine that it runs on";

/** Why shared cases are not run in the emulator, by name: group, then case. */
export const notHere: Readonly<Record<string, string>> = {
	"wire: an upload that nobody takes ends after limits.idle; the next request works": buffers,
	"wire: a 200 to a create of which the peer has not read all is kind \"protocol\"; the next request opens another connection": buffers,
	"wire: addresses: one that takes the connection and never answers fails the first call; the next ones go to the address behind it": oneAddress,
	"wire: a host that ends in a dot is resolved with it, and looked for in the certificate without it": "the peer's machine has no name in the emulator"
};
