/** In place of the SDK's random numbers: the same from each reset on, so that a handshake can be had again. */
let state = 1;

export default {
	get(count: number): ArrayBuffer {
		const bytes = new Uint8Array(count);
		for (let at = 0; at < count; at++) {
			state = Math.imul(state, 1103515245) + 12345 & 0x7fffffff;
			bytes[at] = state >>> 16;
		}
		return bytes.buffer;
	},
	reset(): void {
		state = 1;
	}
};
