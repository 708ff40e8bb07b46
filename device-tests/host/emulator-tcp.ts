/** The known fault of the SDK's TCP: a reset of the peer at the wrong moment restarts the image (device-tests/board/tcp.md). */

/** Where it ends the image: functions of the SDK's TCP, and one of lwIP's that frees a control block again. */
const ends: readonly string[] = ["tcpDeliver", "xs_tcp_write", "tcp_close_shutdown"];
/** What the SDK's TCP does with the address of a control block that a reset may have freed; lwIP's own functions are called from these. */
const uses: readonly string[] = ["tcp_write_INLWIP", "tcp_output_INLWIP", "tcp_close_INLWIP", "tcp_recved_INLWIP", "removeTCPCallbacks", "xs_tcp_destructor"];

/** @param names of the functions that a fault happened in, the innermost first */
export function isKnownTCP(names: readonly string[]): boolean {
	return ends.includes(names[0] ?? "") || names.some((name) => uses.includes(name));
}
