/** Bytes of the flash of an ESP32-C3 as the SDK configures it. */
export const FLASH_SIZE = 0x400000;
/** Where the ROM of an ESP32-C3 looks for the second-stage bootloader, and where ESP-IDF has the partition table. */
const BOOTLOADER_OFFSET = 0, TABLE_OFFSET = 0x8000;

const ENTRY_SIZE = 32;
const ENTRY_MAGIC = 0x50aa;
const TYPE_APP = 0;

/** What a build for an ESP32-C3 makes. */
export interface ImageParts {
	readonly bootloader: Uint8Array;
	/** ESP-IDF's binary partition table (Partition Tables, in ESP-IDF's API guides). */
	readonly table: Uint8Array;
	readonly app: Uint8Array;
}

/** A partition of the flash. Offset and size are in bytes. */
export interface Partition {
	readonly name: string;
	readonly type: number;
	readonly offset: number;
	readonly size: number;
}

/** Reads a binary partition table. */
export function partitionsOf(table: Uint8Array): readonly Partition[] {
	const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
	const partitions: Partition[] = [];
	for (let at = 0; at + ENTRY_SIZE <= table.length && view.getUint16(at, true) === ENTRY_MAGIC; at += ENTRY_SIZE) {
		const name = String.fromCharCode(...table.subarray(at + 12, at + 28)).replace(/\0.*$/s, "");
		partitions.push({ name, type: table[at + 2], offset: view.getUint32(at + 4, true), size: view.getUint32(at + 8, true) });
	}
	return partitions;
}

/**
 * The contents of a flash after the first installation: everything else is erased.
 * @throws RangeError when a part does not fit, or the table has no partition for an app
 */
export function flashImage({ app, bootloader, table }: ImageParts): Uint8Array {
	const partition = partitionsOf(table).find(({ type }) => type === TYPE_APP);
	if (partition === undefined)
		throw new RangeError("the partition table has no partition for an app");
	const { offset, size } = partition;
	if (app.length > size || offset + size > FLASH_SIZE)
		throw new RangeError(`an app of ${app.length} bytes does not fit the partition of ${size} bytes at ${offset}`);
	if (bootloader.length > TABLE_OFFSET - BOOTLOADER_OFFSET)
		throw new RangeError(`a bootloader of ${bootloader.length} bytes reaches into the partition table`);
	const flash = new Uint8Array(FLASH_SIZE).fill(0xff);
	flash.set(bootloader, BOOTLOADER_OFFSET);
	flash.set(table, TABLE_OFFSET);
	flash.set(app, offset);
	return flash;
}

/** Where a part of an app is when it runs, by the first byte of its address: an ESP32-C3's memory map. */
const places: Readonly<Record<number, string>> = { 0x3c: "constants", 0x42: "code", 0x40: "instruction RAM", 0x3f: "data", 0x50: "RTC RAM" };
const HEADER_SIZE = 24, SEGMENT_HEADER_SIZE = 8;

/** Bytes of an app by where they are, as the header of ESP-IDF's image tells (App Image Format, in ESP-IDF's API guides); padding is left out. */
export function sectionsOf(app: Uint8Array): Readonly<Record<string, number>> {
	const view = new DataView(app.buffer, app.byteOffset, app.byteLength);
	const sections: Record<string, number> = {};
	let at = HEADER_SIZE;
	for (let left = app[1]; left > 0; left--) {
		const place = places[view.getUint32(at, true) >>> 24];
		const size = view.getUint32(at + 4, true);
		if (place !== undefined)
			sections[place] = (sections[place] ?? 0) + size;
		at += SEGMENT_HEADER_SIZE + size;
	}
	return sections;
}
