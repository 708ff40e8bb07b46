import { download } from "records-client/files";
import type { RecordsClient } from "../../../lib/client.js";
import { type Case, type Context, testCase } from "../case.js";
import { newId, onDevice } from "../spec/devices.js";
import { Checked, send } from "./scene.js";

/** A record with files. */
export interface Picture {
	readonly id: string;
	readonly title: string;
	readonly picture: string;
	readonly attachment: string;
}

/** Fails the case unless the file is the one that cases send. */
export async function expectFile(context: Context, client: RecordsClient, recordId: string, filename: string, length: number, isProtected: boolean): Promise<void> {
	const file = new Checked();
	const response = await download({ client, collection: "pictures", recordId, filename, isProtected, length }, file.write);
	context.equal(response.error, "", `download of ${filename}`);
	file.expect(context, length);
}

/** Files of the real service. */
export const serviceFileCases: readonly Case[] = [
	testCase("a file that was sent is fetched byte for byte, with the other fields of its record", onDevice, async ({ client }, context) => {
		const owner = client.authRecord!.id;
		for (const [length, buffer] of [[1, 64], [1460, 1460], [1461, 1460], [60_000, 4096]] as const) {
			const response = await send(client, { field: "attachment", filename: "a Ä.bin", length, buffer, record: { device: owner, title: "Tür 😀 \"'\\\r\n--x--" } });
			context.equal(response.error, "", "upload");
			const record = response.json<Picture>()!;
			context.equal(record.title, "Tür 😀 \"'\\\r\n--x--", "title");
			context.ok(record.attachment.endsWith(".bin"), record.attachment);
			await expectFile(context, client, record.id, record.attachment, length, false);
			context.equal((await client.collection("pictures").deleteRecordEx(record.id)).error, "", "delete");
		}
	}),
	testCase("a protected file is fetched with a file token, and not without", onDevice, async ({ client }, context) => {
		const record = (await send(client, { record: { device: client.authRecord!.id } })).json<Picture>()!;
		const { statusCode } = await download({ client, collection: "pictures", recordId: record.id, filename: record.picture }, () => undefined);
		context.equal(statusCode, 404, "without a token");
		await expectFile(context, client, record.id, record.picture, 3000, true);
	}),
	testCase("a file is given to a record that there is", onDevice, async ({ client }, context) => {
		const { id } = (await client.collection("pictures").createEx({ device: client.authRecord!.id, title: "one" })).json<Picture>()!;
		const response = await send(client, { recordId: id, field: "attachment", record: { title: "two" } });
		context.equal(response.error, "", "error");
		const record = response.json<Picture>()!;
		context.equal(record.id + record.title, `${id}two`, "record");
		await expectFile(context, client, id, record.attachment, 3000, false);
	}),
	testCase("an upload that the service refuses has its message, and one with an id that is taken is refused", onDevice, async ({ client }, context) => {
		const id = newId();
		const record = { id, device: client.authRecord!.id };
		context.equal((await send(client, { record })).error, "", "the first");
		const again = await send(client, { record });
		context.equal(again.statusCode, 400, "again");
		context.ok(again.error.includes("id"), again.error);
		context.equal((await send(client, { record: { device: "other" } })).statusCode, 400, "another device's");
		context.equal((await send(client, { collection: "nowhere" })).statusCode, 404, "no such collection");
	})
];
