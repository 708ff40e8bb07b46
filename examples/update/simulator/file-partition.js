/** Holds the number of the file that is started. */
const BOOT = "boot";

/** Two files in place of an ESP32's two partitions for firmware, and a byte that says which one is started. */
export class FilePartition {
	#directory;

	/** @param directory of files (ECMA-419) */
	constructor(directory) {
		this.#directory = directory;
	}

	/** Name of the file that is started. */
	get running() {
		return `firmware-${this.#number()}`;
	}

	/** Empties the other file. */
	open() {
		const directory = this.#directory;
		const next = 1 - this.#number();
		const file = directory.openFile({ path: `firmware-${next}`, mode: "w+" });
		let at = 0;
		let isOpen = true;
		return {
			write(bytes) {
				file.write(bytes, at);
				at += bytes.length;
			},
			complete() {
				file.flush();
				const boot = directory.openFile({ path: BOOT, mode: "r+" });
				try {
					boot.write(Uint8Array.of(next), 0);
					boot.flush();
				}
				finally {
					boot.close();
				}
			},
			close() {
				if (isOpen)
					file.close();
				isOpen = false;
			}
		};
	}

	restart() {
		trace(`update   here a board starts ${this.running}\n`);
	}

	confirm() {
		trace("update   here a board keeps the firmware that runs\n");
	}

	revert() {
		trace("update   here a board starts the firmware before this one\n");
	}

	#number() {
		const directory = this.#directory;
		const byte = new Uint8Array(1);
		const isThere = directory.status(BOOT).isFile();
		const file = directory.openFile({ path: BOOT, mode: isThere ? "r" : "w+" });
		try {
			if (isThere)
				file.read(byte, 0);
			else
				file.write(byte, 0);
		}
		finally {
			file.close();
		}
		return byte[0];
	}
}
