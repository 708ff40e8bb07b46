import { join, relative } from "node:path";
import { projectRoot } from "../../service/project.js";
import { build } from "./build.js";
import { findBoardTools, type ToolChain } from "./tool-chain.js";

/** The command that builds the test app for a board and flashes it, with all its parameters. */
export function flashCommand(platform: string, only: string): string {
	const manifest = relative(process.cwd(), join(projectRoot(), "device-tests", "manifest.json"));
	const groups = only === "" ? "" : ` only=${only}`;
	return `mcconfig -d -m -p ${platform} ${manifest} ssid="<Wi-Fi name>" password="<Wi-Fi password>" \\
	service=http://<service>:<port> peer=http://<peer>:<port> front=http://<front>:<port>${groups}`;
}

/** Shows how to flash the test app, and builds it when the board's tools are here. @throws Missing, Error */
export async function runBoard(platform: string, only: string, tools: ToolChain, show: (line: string) => void): Promise<void> {
	show(`To flash a board and see its results in xsbug's or the serial monitor's log:\n\n${flashCommand(platform, only)}\n`);
	show("service, peer and front must be reachable from the board; the results end with `N passed, N failed`.\n");
	findBoardTools(tools);
	await build(tools, join(projectRoot(), "device-tests", "manifest.json"), only === "" ? {} : { only }, platform);
	show(`ok builds for ${platform}`);
}
