/**
 * The process of a guest and of a device that means harm, each behind an address of its own. They do again and again what once held
 * up a fleet. The file that it is given has what it is told. It says how often it got which status; 0 is an end without an answer.
 */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { EnemySettings } from "./settings.js";

const { connections, device, hold: patience, url } = JSON.parse(readFileSync(process.argv[2], "utf8")) as EnemySettings;
const { hostname, port } = new URL(url);
const readings = "/api/collections/readings/records";
const back = "device.readings_via_device.device.readings_via_device";
const statuses = new Map<number, number>();

interface Enemy {
	/** On loopback; Linux has all of 127.0.0.0/8. */
	readonly address: string;
	readonly token: string;
}

const guest: Enemy = { address: "127.0.0.2", token: "" };
const insider: Enemy = { address: "127.0.0.3", token: device.token };

/** Sends a request on a connection of its own, and holds that. Never rejects. */
function hold({ address, token }: Enemy, line: string, rest = "\r\n"): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect({ host: hostname, port: Number(port), localAddress: address });
		let answer = "";
		const timer = setTimeout(() => socket.destroy(), patience);
		socket.setEncoding("latin1").on("data", (text: string) => {
			answer = answer.length < 12 ? answer + text : answer;
		}).on("error", () => undefined).once("close", () => {
			clearTimeout(timer);
			const status = Number(answer.slice(9, 12));
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
			resolve();
		});
		socket.write(`${line} HTTP/1.1\r\nHost: a\r\n${token === "" ? "" : `Authorization: ${token}\r\n`}${rest}`);
	});
}

function ask(enemy: Enemy, method: string, path: string, body?: unknown): Promise<void> {
	const text = body === undefined ? "" : JSON.stringify(body);
	return hold(enemy, `${method} ${path}`, `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

async function times(count: number, attack: (index: number) => Promise<void>): Promise<void> {
	await Promise.all(Array.from({ length: count }, (_, index) => attack(index)));
}

const own = { sensor: "enemy", value: 1, device: device.id };
const few = Math.ceil(connections / 20);

/** What they do, one after the other, and again. */
const attacks: readonly (() => Promise<void>)[] = [
	() => times(connections, () => hold(guest, "GET /x/api/%72ealtime")),
	() => times(connections, (index) => hold(guest, `GET /device-${index}/api/realtime`)),
	() => times(connections, () => hold(guest, `POST /device-0${readings}`, "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")),
	() => times(connections, () => hold(guest, `POST /device-0${readings}`, `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n{"sensor":"${"x".repeat(40_000)}`)),
	() => times(few, (index) => ask(guest, "POST", "/x/api/collections/users/auth-with-password", { identity: `device-${index}`, password: "x".repeat(70) })),
	() => times(few, (index) => ask(guest, "GET", `/x/${"y".repeat(6000)}${index}?${"z".repeat(6000)}`)),
	() => times(connections, (index) => hold(insider, `GET /other-${index}/api/realtime`)),
	() => times(few, () => ask(insider, "GET", `/device-0${readings}?perPage=500&expand=${back}`)),
	() => times(few, () => ask(insider, "POST", "/device-0/api/batch", { requests: Array.from({ length: 50 }, () => ({ method: "POST", url: `${readings}?expand=${back}`, body: own })) })),
	() => times(few, (index) => ask(insider, "POST", `/device-0${readings}`, { ...own, sensor: `series-${Date.now()}-${index}` })),
	() => times(few, () => ask(insider, "POST", `/device-0${readings}`, { ...own, extra: { text: "\u0000".repeat(1000) } }))
];

// Real ones have processors of their own elsewhere.
setPriority(constants.priority.PRIORITY_LOW);
// Whoever has started it is gone.
process.once("disconnect", () => process.exit());
for (let turn = 0; ; turn++) {
	void attacks[turn % attacks.length]();
	process.send?.([...statuses]);
	await sleep(patience / 4);
}
