/** From what was counted on a host to what a microcontroller pays: slots of 16 bytes, chunk headers of 8. */
import type { Figures } from "./figures.js";
import type { Host } from "./runner.js";

const slotSize = 16;

export type Allocated = Pick<Figures, "slots" | "bytes" | "chunks">;

/**
 * Bytes on a microcontroller. On a host with 8-byte pointers each chunk counts 8 bytes less, the difference of the headers;
 * that leaves at most 4 bytes a chunk too many, because chunks are rounded up to 8 bytes there and to 4 on a device.
 */
export function deviceBytes(host: Host, { slots, bytes, chunks }: Allocated): number {
	return slots * slotSize + bytes - (host.pointer === 8 ? 8 * chunks : 0);
}
