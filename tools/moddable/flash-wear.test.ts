import test from "ava";
import { wearOf } from "./flash-wear.js";

const partition = { name: "outbox", type: 1, offset: 0x3000, size: 0x4000 };

test("erases are counted by sector, with what a larger erase has of the partition", (t) => {
	const trace = [
		"4711@1700000000.123456:m25p80_flash_erase [0x55d0c0ffee00] offset = 0x3000, len = 4096",
		"m25p80_flash_erase [0x55d0c0ffee00] offset = 0x3000, len = 4096",
		"m25p80_flash_erase [0x55d0c0ffee00] offset = 0x2000, len = 4096",
		"m25p80_flash_erase [0x55d0c0ffee00] offset = 0x7000, len = 4096",
		"m25p80_flash_erase [0x55d0c0ffee00] offset = 0x6000, len = 32768",
		"m25p80_flash_erase [0x55d0c0ffee00] offset = 0x0, len = 16384",
		"another line"
	].join("\n");
	t.deepEqual(wearOf(partition, trace), { erases: [3, 0, 0, 1], sum: 4, least: 0, most: 3 });
});

test("a trace without erases is none of wear", (t) => {
	t.deepEqual(wearOf(partition, ""), { erases: [0, 0, 0, 0], sum: 0, least: 0, most: 0 });
});
