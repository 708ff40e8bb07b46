/**
 * Makes an input smaller that fails: takes parts out, large ones first, as long as it fails.
 * @param fails whether bytes fail
 * @returns bytes of which no single one can be left out
 */
export async function shrink(bytes: Uint8Array<ArrayBuffer>, fails: (bytes: Uint8Array<ArrayBuffer>) => Promise<boolean>): Promise<Uint8Array<ArrayBuffer>> {
	let least = bytes;
	for (let size = bytes.length >> 1; size > 0; size = size === 1 ? 0 : size >> 1) {
		for (let at = 0; at < least.length;) {
			const less = new Uint8Array(least.length - Math.min(size, least.length - at));
			less.set(least.subarray(0, at));
			less.set(least.subarray(at + size), at);
			if (await fails(less)) {
				least = less;
				if (size === 1)
					at = Math.max(0, at - 1);
			}
			else
				at += size;
		}
	}
	return least;
}
