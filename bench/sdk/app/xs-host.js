/** The module "bench/host" on XS from npm: what the measuring scripts call `host`, of what tools/xs has in the compartment. */
const { meter } = globalThis.device;
const BLOCK_LENGTH = 4096;
const memory = new Uint8Array(16 * BLOCK_LENGTH).fill(255);

export default {
	sample: meter.sample,
	collect: meter.collect,
	collecting() {
		// The heap is so large that nothing is collected while something is measured.
	},
	print: trace,
	exit: (status) => trace(`{"exit":${status}}`),
	settings: () => globalThis.given
};

/** A partition of flash: bits only fall. */
export class Flash {
	read(target, at) {
		target.set(memory.subarray(at, at + target.length));
	}

	write(data, at) {
		for (let index = 0; index < data.length; index++)
			memory[at + index] &= data[index];
	}

	eraseBlock(block) {
		memory.fill(255, block * BLOCK_LENGTH, (block + 1) * BLOCK_LENGTH);
	}
}
