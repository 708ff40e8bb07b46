import config from "mc/config";
import { RecordsClient } from "records-client";
import { upload } from "records-client/files";
import Timer from "timer";
import { Camera } from "./camera";

/** Fifteen characters, a to z and digits: an id that no other picture has. */
function newId() {
	let id = "";
	while (id.length < 15)
		id += Math.floor(Math.random() * 36).toString(36);
	return id;
}

/** Takes a picture and sends it, then a reading that tells its size. The id is the same however often the picture is sent. */
async function takePicture(client, readings, camera, number) {
	camera.take();
	const now = client.now(true);
	const record = { id: newId(), device: client.authRecord.id, title: `picture ${number}`, taken: now < 0 ? "" : new Date(now).toISOString() };
	const { error, ok } = await upload({
		client, collection: "pictures", field: "picture", filename: "picture.bmp", length: camera.length, record
	}, (view, position) => camera.read(view, position));
	if (ok)
		await readings.createEx({ sensor: "picture", value: camera.length, unit: "B" });
	trace(ok ? `camera   sent picture ${number}: ${camera.length} bytes\n` : `camera   picture ${number} not sent: ${error}\n`);
}

/** A value of the configuration that is a number; those of the command line are text. */
function numberOf(name) {
	const value = Number(config[name]);
	if (!(value >= 0 && value <= 0x7fffffff))
		throw new RangeError(`${name} must be a number of 0 or more, not ${config[name]}`);
	return value;
}

async function start() {
	const { baseUrl, identity, devicePassword: password } = config;
	// Milliseconds between two pictures; pictures, 0 for ever.
	const interval = numberOf("interval"), count = numberOf("count");
	const client = new RecordsClient({ baseUrl });
	const users = client.at("users"), readings = client.at("readings");
	try {
		// A picture has its device's id, which the log-in tells.
		const { error, ok } = await users.authWithPassword(identity, password);
		if (!ok)
			throw new Error(error);
		const camera = new Camera();
		for (let number = 1; ; number++) {
			await takePicture(client, readings, camera, number);
			if (number === count)
				break;
			await new Promise((resolve) => Timer.set(resolve, interval));
		}
	}
	finally {
		client.close();
	}
}

/** What is wrong is said on the console. */
export default async function main() {
	try {
		await start();
	}
	catch (error) {
		trace(`camera   failed: ${error.message}\n`);
	}
}
