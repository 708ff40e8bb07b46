/** Why an image for an ESP32-C3 restarts by itself: what its serial port says, with the names of its functions. */

/** What XS says when it has no memory. */
const MEMORY = /^(?:# (?:Chunk|Slot) allocation: (?:\d+ bytes )?failed|XS abort: memory full)/;
const NATIVE_STACK = "XS abort: native stack overflow";
/** How ESP-IDF's report of a fault begins: an exception of the processor, `abort` or an assertion. */
const FAULT = /^(?:Guru Meditation Error: .*\((.+?)\)\. |(abort\(\)) was called at PC (0x[0-9a-f]+)|(assert failed: .*))/;
const REGISTERS = /^[A-Z0-9/]+ *: 0x[0-9a-f]{8} /;
const STACK_LINE = /^[0-9a-f]{8}: 0x/;
/** Other lines of such a report. */
const REPORT = /^(?:Core +\d+ register dump:|Stack memory:|ELF file SHA256: \w+|Rebooting\.\.\.|)$/;

/** Functions that a fault ends in whatever its cause: those that copy, allocate, free, and end. */
const CARRIERS = /^(?:mem(?:cpy|move|set|cmp)|(?:multi_)?heap_\w+|tlsf_\w+|(?:re|m|c)?alloc|free|v?panic_\w+|abort|esp_system_abort|__assert_func|block_\w+|(?:insert|remove)_free_block|(?:__cxa|_?[mcr]e?alloc|_free)_r|esp_panic_handler\w*|panicHandler|_panic_handler|v?Port\w+|xt_\w+)$/;

/** Names in a report of a fault, at most. */
const NAMES = 6;

/** A function of an image. */
interface Code {
	readonly begin: number;
	readonly end: number;
	readonly name: string;
}

/** The functions of an image by their addresses. */
export class Functions {
	readonly #all: readonly Code[];

	/** @param symbols what `objdump --syms` says of the image */
	constructor(symbols: string) {
		this.#all = [...symbols.matchAll(/^([0-9a-f]{8}) .{6}F \S+\t([0-9a-f]{8}) (?:\.hidden )?(\S+)$/gm)].map(([, address = "", size = "", name = ""]) => {
			const begin = parseInt(address, 16);
			return { begin, end: begin + parseInt(size, 16), name };
		}).sort((one, other) => one.begin - other.begin);
	}

	/** @returns the function's name, "" where there is none */
	at(address: number): string {
		let low = 0, high = this.#all.length;
		while (low < high) {
			const middle = low + high >> 1;
			if ((this.#all[middle]?.begin ?? 0) <= address)
				low = middle + 1;
			else
				high = middle;
		}
		const found = this.#all[low - 1];
		return found !== undefined && address < found.end ? found.name : "";
	}
}

/** Reads the serial port of one start. */
export class RestartCause {
	/** Whether XS had no memory. */
	isMemory = false;
	/** Whether XS had no native stack. */
	isNativeStack = false;
	/** What ESP-IDF said of the fault, "" for none. */
	fault = "";
	/** Addresses in the functions: program counter, return address, and words of the stack. */
	readonly #addresses: number[] = [];

	/** @returns whether the line is of a report of why the image ends */
	take(line: string): boolean {
		const [whole, exception, abort, counter, assertion] = FAULT.exec(line) ?? [];
		if (MEMORY.test(line))
			this.isMemory = true;
		else if (line.startsWith(NATIVE_STACK))
			this.isNativeStack = true;
		else if (whole !== undefined) {
			this.fault = exception ?? abort ?? assertion ?? "";
			if (counter !== undefined)
				this.#addresses.push(called(counter));
		}
		else if (this.fault === "")
			return false;
		else if (REGISTERS.test(line)) {
			const [, counter = "", address = ""] = /^MEPC +: (0x[0-9a-f]+) +RA +: (0x[0-9a-f]+)/.exec(line) ?? [];
			if (counter !== "")
				this.#addresses.push(parseInt(counter, 16), called(address));
		}
		else if (STACK_LINE.test(line))
			this.#addresses.push(...line.split(" ").slice(1).map(called));
		else
			return REPORT.test(line.trim());
		return true;
	}

	/**
	 * The functions that the fault happened in, the innermost first, without those that any fault may end in. What is called
	 * by what is not known: an address on the stack may be left over from an earlier call.
	 */
	names(functions: Functions): readonly string[] {
		const names = this.#addresses.map((address) => functions.at(address)).filter((name) => name !== "" && !CARRIERS.test(name));
		return [...new Set(names)].slice(0, NAMES);
	}

	/** @returns it in words, "" when nothing was said */
	words(functions: Functions): string {
		if (this.isMemory)
			return "no memory";
		if (this.isNativeStack)
			return "native stack full";
		const fault = this.fault.replace(/0x[0-9a-f]{8}$/, (address) => functions.at(called(address)) || address);
		return fault === "" ? "" : `${fault} in ${this.names(functions).join(" < ") || "no function that is known"}`;
	}
}

/** An address in the function that has called, from where a call returns to: behind a call that never returns, the next function begins. */
function called(address: string): number {
	return parseInt(address, 16) - 1;
}
