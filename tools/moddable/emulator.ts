/** QEMU's ESP32-C3 with a flash, its serial port and its network. */
import { on } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Ended, run } from "./command.js";
import { stopAt } from "./breakpoints.js";
import { ERASE_EVENT } from "./flash-wear.js";
import type { ToolChain } from "./tool-chain.js";

/** The host's loopback as QEMU's user-mode network shows it. */
export const HOST_ADDRESS = "10.0.2.2";

/**
 * Runs a command behind a pipe, and ends as it did. The UART of some QEMU drops what nobody takes at once; Node's own pipes are
 * sockets, which hold some 300 writes of a byte each, and a pipe 64 KB.
 */
const PIPED = "exec 3>&1; code=$({ { \"$@\" 3>&- 4>&-; echo $? >&4; } | cat >&3; } 4>&1); exit $code";

/** Milliseconds for an answer of QEMU's control protocol. */
const CONTROL_PATIENCE = 10_000;

/** What ESP32's ROM says first; anything but a power-on is a restart that nobody asked for. */
const RESET_LINE = /^rst:(0x[0-9a-f]+) \((\w+)\)/;

export interface EmulatorOptions {
	/** QEMU's name of the machine, from `findEmulator`. */
	readonly machine: string;
	/** File with the contents of the flash, which the run changes. */
	readonly flash: string;
	/** For the control socket. */
	readonly folder: string;
	/** Milliseconds without a line after which the emulator counts as hung and is killed. */
	readonly patience: number;
	/** Milliseconds for the whole run. */
	readonly deadline: number;
	/** Gets each line of the serial port but those of the ROM. */
	readonly onLine: (line: string, control: EmulatorControl) => void;
	/** Cuts the power when the machine is about to run one of these addresses for the `hits`-th time; without it nothing does. */
	readonly cutAt?: { readonly addresses: readonly number[]; readonly hits: number };
	/** File with the machine's eFuses, which the run changes; without it they are those of a new machine. */
	readonly efuses?: string;
	/** Restarts by itself that are no fault; 0 without it. */
	readonly restarts?: number;
	/** Whether the machine's time jumps where it waits. The host's answers take longer by its clock then. */
	readonly isQuick?: boolean;
	/** Whether the network has a hub between the machine and its router, which can be replaced then. */
	readonly hasHub?: boolean;
	/** File that gets a line for each erase of the flash; see `wearOf`. */
	readonly eraseTrace?: string;
}

export interface EmulatorEnded extends Ended {
	/** Whether `cut` ended it. */
	readonly isCut: boolean;
	/** What the ROM said of a restart that nobody asked for, "" for none. */
	readonly restart: string;
}

/** A running machine. */
export class EmulatorControl {
	isCut = false;
	#routers = 0;
	readonly #kill: () => void;
	readonly #path: string;

	/** @param kill ends QEMU on the spot @param path of QEMU's control socket */
	constructor(kill: () => void, path: string) {
		this.#kill = kill;
		this.#path = path;
	}

	/** Cuts the power. */
	cut(): void {
		this.isCut = true;
		this.#kill();
	}

	/** Plugs the Ethernet in or out. @throws Error of QEMU */
	setLink(up: boolean): Promise<void> {
		return this.#tell({ execute: "set_link", arguments: { name: "net0", up } });
	}

	/** Takes the router off a network that `hasHub`: nothing answers any more, while the link stays. @throws Error of QEMU */
	removeRouter(): Promise<void> {
		const { port, router } = partsOf(this.#routers);
		return this.#tell({ execute: "netdev_del", arguments: { id: port } }, { execute: "netdev_del", arguments: { id: router } });
	}

	/** Puts another router there. @param address first one that it gives away by DHCP @throws Error of QEMU */
	addRouter(address: string): Promise<void> {
		const { port, router } = partsOf(++this.#routers);
		return this.#tell(
			{ execute: "netdev_add", arguments: { type: "user", id: router, dhcpstart: address } },
			{ execute: "netdev_add", arguments: { type: "hubport", hubid: 0, id: port, netdev: router } }
		);
	}

	#tell(...commands: Parameters<typeof tell>[1][]): Promise<void> {
		return tell(this.#path, { execute: "qmp_capabilities" }, ...commands);
	}
}

/** QEMU's names of a router and of where it is plugged into the hub. @param number of the router */
function partsOf(number: number): { readonly router: string; readonly port: string } {
	return { router: `router${number}`, port: `port${number}` };
}

/** What the network is made of. @param hasHub see `EmulatorOptions` */
function networkOf(hasHub: boolean): readonly string[] {
	if (!hasHub)
		return ["-nic", "user,model=open_eth,id=net0"];
	const { port, router } = partsOf(0);
	return ["-nic", "hubport,hubid=0,model=open_eth,id=net0", "-netdev", `user,id=${router}`, "-netdev", `hubport,hubid=0,id=${port},netdev=${router}`];
}

/** Sends commands of the QEMU Machine Protocol, each after the answer to the one before. @throws Error that QEMU answers */
async function tell(path: string, ...commands: readonly { readonly execute: string; readonly arguments?: object }[]): Promise<void> {
	const socket = connect(path);
	const lines = createInterface(socket);
	const signal = AbortSignal.timeout(CONTROL_PATIENCE);
	socket.on("error", (error) => lines.emit("error", error));
	let next = 0;
	try {
		// The greeting, events and answers are a line each; `on` keeps those that come together.
		for await (const [line] of on(lines, "line", { signal })) {
			const answer = JSON.parse(line as string) as { QMP?: object; error?: { desc: string }; return?: object };
			if (answer.error !== undefined)
				throw new Error(`QEMU: ${answer.error.desc}`);
			if (answer.QMP === undefined && answer.return === undefined)
				continue;
			const command = commands[next++];
			if (command === undefined)
				return;
			socket.write(`${JSON.stringify(command)}\n`);
		}
	}
	finally {
		lines.close();
		socket.destroy();
	}
}

/**
 * Runs an image until somebody cuts the power, the machine restarts by itself, or the serial port is silent for too long.
 * The machine reaches the host's loopback at `HOST_ADDRESS`; nothing reaches the machine.
 */
export async function runEmulator({ environment }: ToolChain, options: EmulatorOptions): Promise<EmulatorEnded> {
	const path = join(options.folder, "qmp");
	const stub = join(options.folder, "gdb");
	const { cutAt, efuses, eraseTrace, restarts = 0 } = options;
	const power = new AbortController();
	const control = new EmulatorControl(() => power.abort(), path);
	let starts = 0;
	let restart = "";
	const running = run("sh", [
		"-c", PIPED, "sh", "qemu-system-riscv32",
		"-machine", options.machine, "-nographic", "-monitor", "none",
		"-drive", `file=${options.flash},if=mtd,format=raw`,
		...networkOf(options.hasHub === true),
		"-serial", "stdio",
		"-qmp", `unix:${path},server=on,wait=off`,
		// Its time is what it has run: a busy host slows it, and no limit of the image expires for that.
		"-icount", options.isQuick === true ? "shift=3,sleep=off" : "shift=3",
		...efuses === undefined ? [] : ["-drive", `file=${efuses},if=none,format=raw,id=efuses`, "-global", "driver=nvram.esp32c3.efuse,property=drive,value=efuses"],
		...eraseTrace === undefined ? [] : ["-trace", ERASE_EVENT, "-D", eraseTrace],
		...cutAt === undefined ? [] : ["-S", "-gdb", `unix:${stub},server=on,wait=off`]
	], {
		environment,
		holdsInput: true,
		deadline: options.deadline,
		patience: options.patience,
		signal: power.signal,
		onLine(text) {
			const line = text.replace(/\r$/, "");
			const [reset] = RESET_LINE.exec(line) ?? [];
			if (control.isCut)
				return;
			if (reset !== undefined && ++starts > 1 + restarts) {
				restart = reset;
				control.cut();
			}
			else if (starts > 0 && !ROM_LINE.test(line))
				options.onLine(line, control);
		}
	});
	if (cutAt !== undefined)
		void stopAt(stub, cutAt.addresses, cutAt.hits).then((isHit) => isHit && control.cut(), () => power.abort());
	return { ...await running, isCut: control.isCut && restart === "", restart };
}

/** Lines of the ROM before the second-stage bootloader runs. */
const ROM_LINE = /^(?:ESP-ROM:|Build:|rst:|SPIWP:|mode:|load:|entry |$)/;
