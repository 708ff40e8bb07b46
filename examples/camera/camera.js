/** A stand-in for a camera. Its picture is a bitmap of grey levels that moves with each picture. */
const HEADER = 54, PALETTE = 1024, WIDTH = 160, HEIGHT = 120;

export class Camera {
	#header = new Uint8Array(HEADER + PALETTE);
	#taken = 0;

	constructor() {
		const view = new DataView(this.#header.buffer);
		// A bitmap with 256 colours: file header, information header, palette.
		this.#header.set([0x42, 0x4d]);
		view.setUint32(2, this.length, true);
		view.setUint32(10, HEADER + PALETTE, true);
		view.setUint32(14, 40, true);
		view.setUint32(18, WIDTH, true);
		view.setUint32(22, HEIGHT, true);
		view.setUint16(26, 1, true);
		view.setUint16(28, 8, true);
		for (let grey = 0; grey < 256; grey++)
			this.#header.fill(grey, HEADER + 4 * grey, HEADER + 4 * grey + 3);
	}

	/** Bytes of a picture. */
	get length() {
		return HEADER + PALETTE + WIDTH * HEIGHT;
	}

	/** Takes a picture, which stays until the next. */
	take() {
		this.#taken++;
	}

	/** Reads bytes of the picture from a position on, as many as the view holds. Returns their number. */
	read(view, position) {
		const header = this.#header;
		const count = view.length;
		for (let at = 0; at < count; at++) {
			const place = position + at - header.length;
			view[at] = place < 0 ? header[position + at] : place % WIDTH + Math.floor(place / WIDTH) + 16 * this.#taken;
		}
		return count;
	}
}
