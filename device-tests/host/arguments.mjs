// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { isIPv4 } from "node:net";
import { parseArgs } from "node:util";

export const usage = `usage: npm run test:device -- [options]

  --platform NAME   lin (default): the tests run here, without a display;
                    esp32, esp32/<board>: the test app is built for a board
  --host IP         for a board: the service, the peer and the front of the cases listen on
                    this IPv4 address of the machine, until Ctrl-C; the devices' password is random
  --only a,b        only these groups of cases: spec, wire, faults, tls-faults, dns, tcp,
                    resolver, timer, preferences, preload, text, files, outbox, times, lists, health, tls,
                    auth, wifi, http-clients, and through Moddable's HTTP client moddable-spec,
                    moddable-auth, moddable-wire, moddable-tls; packages: apps made of the package;
                    readme: the sensor, and the code of README.md and docs/ as users build and run it;
                    traces: the lines that a debug build names;
                    examples: button, weather, gateway, history, camera, relay, update and provision;
                    boards: those that the manifests refuse;
                    simulator: random numbers in the SDK's own simulator, which needs xvfb-run;
                    two-outboxes: two programs on one folder;
                    small-heap: answers of many values in the heap of a named board;
                    kills: the sensor firmware killed ten times; tls-attack: forged,
                    malformed and changed certificates and handshakes, and strangers'
                    messages on a board's heap, a part of them
  --board           on a board in a box: the SDK's files, flash and preferences for ESP32 over
                    flash and NVS of our own on Linux, with an ESP32's heap and stack; the
                    cases, the sensor firmware killed (so often as --kills says), and, as group
                    "rounds", the outbox around its storage ten times and more, with power cuts
  --emulator        the image that is flashed, in QEMU's ESP32-C3: the groups spec, wire, auth, outbox,
                    times, lists, live, timer, preferences, preload and text; power and power-writes: the
                    sensor firmware over 40 power losses, at random times or before changes of
                    the flash; flash and flash-writes: the same with an outbox on raw flash; link: the sensor
                    without network for 15 seconds; outage: without service for two minutes;
                    resets: a peer that resets each connection; tls: servers with TLS, on the stack that the
                    SDK gives an ESP32; readings: 10,000 of them, and the wear of the flash; nvs-full and
                    nvs-worn: NVS that other keys fill, that is damaged, or takes no change; address: no
                    DHCP, and new addresses; night: three hours, of which the emulator leaves out the waiting;
                    start: npm start -- --emulator; encrypted: flash encryption. Needs ESP-IDF v6.0 in $IDF_PATH, and idf.py,
                    riscv32-esp-elf-gcc and qemu-system-riscv32 in PATH
  --kills N         nothing but the sensor firmware killed N times, during 10 N readings
  --tls-attack N    nothing but the attacks on TLS, with each N-th mutant; with 1 they take
                    a quarter of an hour
  --help            print this text

FAULT_STEP=n in the environment has each n-th byte meet a fault instead of each
hundredth, FAULT_AT=n only that byte. SEED=n has the same kills again.

RECORDS_WYCHEPROOF names the folder of Wycheproof's vectors (testvectors_v1); without
it they are looked for in ../shared/wycheproof.

Needs the Moddable SDK in $MODDABLE, and for lin a C compiler and glib. Exit codes:
0 all passed (or was built), 1 something failed, 2 something is missing.`;

/**
 * `host`: IPv4 address that a board reaches, "" for none; `only`: groups, separated by commas, "" for all; `board`: whether on a board in a box; `emulator`: whether in QEMU; `kills` and `attackStep` are 0
 * without the option.
 * @typedef {{
 *   readonly platform: string, readonly host: string, readonly only: string, readonly board: boolean, readonly emulator: boolean, readonly kills: number,
 *   readonly attackStep: number, readonly help: boolean
 * }} Arguments
 */

/**
 * @param {readonly string[]} given
 * @returns {Arguments}
 * @throws Error that names the fault
 */
export function readArguments(given) {
	const { values } = parseArgs({
		args: [...given],
		options: {
			platform: { type: "string", default: "lin" },
			host: { type: "string", default: "" },
			only: { type: "string", default: "" },
			board: { type: "boolean", default: false },
			emulator: { type: "boolean", default: false },
			kills: { type: "string", default: "0" },
			"tls-attack": { type: "string", default: "0" },
			help: { type: "boolean", default: false }
		}
	});
	const { platform, host, only, board, emulator, kills, "tls-attack": attackStep, help } = values;
	if (platform !== "lin" && !/^esp32(?:\/[a-z0-9_]+)?$/.test(platform))
		throw new Error(`--platform ${platform} is none of lin, esp32, esp32/<board>`);
	if (host !== "" && (!isIPv4(host) || host === "0.0.0.0"))
		throw new Error(`--host ${host} is not an IPv4 address that a board can be told`);
	if (host !== "" && platform === "lin")
		throw new Error("--host is for a board: --platform esp32");
	if (emulator && (board || platform !== "lin"))
		throw new Error("--emulator stands without --board and --platform");
	if (!/^[a-z,-]*$/.test(only))
		throw new Error(`--only ${only} is not a list of groups`);
	if (!/^\d{1,4}$/.test(kills))
		throw new Error(`--kills ${kills} is not a number of kills`);
	if (!/^\d{1,5}$/.test(attackStep))
		throw new Error(`--tls-attack ${attackStep} is not a number`);
	return { platform, host, only, board, emulator, kills: Number(kills), attackStep: Number(attackStep), help };
}
