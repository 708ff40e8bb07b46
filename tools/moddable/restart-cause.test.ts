import test from "ava";
import { Functions, RestartCause } from "./restart-cause.js";

const functions = new Functions(`
xs_esp32.elf:     file format elf32-littleriscv

SYMBOL TABLE:
4201dfde l     F .flash.text	000003aa tcpDeliver
4038704a g     F .iram0.text	000000dc memcpy
42008ff4  w    F .flash.text	00000002 _ZN3nvs19NVSPartitionManagerD1Ev
4201e9f0 g     F .flash.text	000000fc .hidden xs_tcp_write
3fc8f000 g     O .dram0.bss	00000010 gThe
`);

function causeOf(...lines: readonly string[]): RestartCause {
	const cause = new RestartCause();
	for (const line of lines)
		cause.take(line);
	return cause;
}

const guru = "Guru Meditation Error: Core  0 panic'ed (Load access fault). Exception was unhandled.";

test("an address is that of the function around it", (t) => {
	t.deepEqual([0x4201dfde, 0x4201e387, 0x4201e388, 0x4201dfdd, 0x4201e9f1, 0x42008ff4, 0x3fc8f000, 0].map((address) => functions.at(address)),
		["tcpDeliver", "tcpDeliver", "", "", "xs_tcp_write", "_ZN3nvs19NVSPartitionManagerD1Ev", "", ""]);
});

test("a fault is in the function of the program counter; what copies or frees is called by the one at fault", (t) => {
	const registers = "MEPC    : 0x4201ea10  RA      : 0x4201dfe0  SP      : 0x3fc95530  GP      : 0x3fc8ca00  ";
	t.is(causeOf(guru, "Core  0 register dump:", registers).words(functions), "Load access fault in xs_tcp_write < tcpDeliver");
	const copying = "MEPC    : 0x4038707e  RA      : 0x00000000  SP      : 0x3fc95530  GP      : 0x3fc8ca00  ";
	const stack = "3fc95530: 0x00000005 0x4201dfe0 0x42008ff6 0x3fca42c4 0x00000001 0x00000008 0x3fcbda18 0x4201dff0";
	t.deepEqual(causeOf(guru, copying, "Stack memory:", stack).names(functions), ["tcpDeliver", "_ZN3nvs19NVSPartitionManagerD1Ev"]);
});

test("an address that a call returns to is of the function before it", (t) => {
	const registers = "MEPC    : 0x4201dfde  RA      : 0x4201e388  SP      : 0x3fc95530  GP      : 0x3fc8ca00  ";
	t.deepEqual(causeOf(guru, registers, "3fc95530: 0x4201eaec 0x4201e9ef").names(functions), ["tcpDeliver", "xs_tcp_write"]);
});

test("abort and assertions are told, with who called", (t) => {
	t.is(causeOf("abort() was called at PC 0x4201dfe0 on core 0").words(functions), "abort() in tcpDeliver");
	t.is(causeOf("assert failed: tlsf_free tlsf.c:1120 (!block_is_free(block))").words(functions),
		"assert failed: tlsf_free tlsf.c:1120 (!block_is_free(block)) in no function that is known");
	t.is(causeOf("assert failed: 0x40387050", "3fc95530: 0x4201dfe0").words(functions), "assert failed: memcpy in tcpDeliver");
});

test("XS's own ends are told: no memory before the native stack, which its handler may fill then", (t) => {
	for (const line of ["# Chunk allocation: failed for 4112 bytes", "# Slot allocation: failed for 1024 bytes", "# Slot allocation: failed in fixed size heap", "# Chunk allocation: 80 bytes failed in fixed size heap"])
		t.is(causeOf(line, "XS abort: native stack overflow ").words(functions), "no memory", line);
	t.is(causeOf("XS abort: native stack overflow ").words(functions), "native stack full");
	t.is(causeOf("XS abort: memory full ").words(functions), "no memory");
});

test("only lines of such a report are taken", (t) => {
	const cause = new RestartCause();
	const registers = "MEPC    : 0x4201ea10  RA      : 0x4201dfe0  SP      : 0x3fc95530  GP      : 0x3fc8ca00  ";
	t.deepEqual([registers, "3fc95530: 0x00000005", "Rebooting...", "", "ok wire: a case"].map((line) => cause.take(line)), [false, false, false, false, false]);
	t.is(cause.words(functions), "");
	t.deepEqual([guru, "Core  0 register dump:", registers, "S0/FP   : 0x3fcbda18  S1      : 0x00000000  A0      : 0x00000000  A1      : 0x3fca4218  ", "Stack memory:",
		"3fc95530: 0x00000005", "", "ELF file SHA256: 06a17203ce384c3c", "Rebooting..."].map((line) => cause.take(line)), Array(9).fill(true));
	t.false(cause.take("ok wire: a case"));
});
