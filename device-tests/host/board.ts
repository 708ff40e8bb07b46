import { relative } from "node:path";
import { usePassword } from "../../tools/password.js";
import { startFront } from "../../tools/front/front.js";
import { startPeer } from "../../tools/peer/peer.js";
import { startService } from "../../service/launcher.js";
import { randomPassword } from "../../service/login.js";
import { build } from "../../tools/moddable/build.js";
import { manifestOf } from "./simulator.js";
import { findBoardTools, type ToolChain } from "../../tools/moddable/tool-chain.js";

/** What a board is told to talk to. */
export interface BoardPlaces {
	readonly service: string;
	readonly peer: string;
	readonly front: string;
	readonly devicePassword: string;
}

/** What stands for addresses that nobody has named. */
const unknown: BoardPlaces = { service: "http://<service>:<port>", peer: "http://<peer>:<port>", front: "http://<front>:<port>", devicePassword: "" };

/** The command that builds the test app for a board and flashes it, with all its parameters. */
export function flashCommand(platform: string, only: string, { devicePassword, front, peer, service }: BoardPlaces = unknown): string {
	const manifest = relative(process.cwd(), manifestOf());
	const groups = only === "" ? "" : ` only=${only}`;
	return `mcconfig -d -m -p ${platform} ${manifest} ssid="<Wi-Fi name>" password="<Wi-Fi password>" \\
	service=${service} peer=${peer} front=${front}${devicePassword === "" ? "" : ` devicePassword=${devicePassword}`}${groups}`;
}

/**
 * Serves what the cases on a board talk to, until the process ends.
 * @param host IPv4 address of this machine
 * @param folder of the service's data
 */
export async function serveBoard(host: string, folder: string): Promise<BoardPlaces> {
	const devicePassword = randomPassword();
	usePassword(devicePassword);
	const service = await startService({ quick: true, host, data: folder, environment: { RECORDS_DEVICE_PASSWORD: devicePassword } });
	const peer = await startPeer(host);
	const front = await startFront(service, host);
	return { service: service.url, peer: peer.url, front: front.url, devicePassword };
}

/** Shows how to flash the test app, and builds it when the board's tools are here. @throws Missing, Error */
export async function runBoard(platform: string, only: string, tools: ToolChain, show: (line: string) => void, places?: BoardPlaces): Promise<void> {
	show(`To flash a board and see its results in xsbug's or the serial monitor's log:\n\n${flashCommand(platform, only, places)}\n`);
	show(`${places === undefined ? "With --host, service, peer and front listen where the board reaches them. T" : "Service, peer and front are there until Ctrl-C. Cases that name addresses of loopback fail on a board. T"}he results end with \`N passed, N failed\`.\n`);
	findBoardTools(tools);
	await build(tools, manifestOf(), only === "" ? {} : { only }, { platform });
	show(`ok builds for ${platform}`);
}
