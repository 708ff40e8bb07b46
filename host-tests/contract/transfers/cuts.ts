import { type Case, testCase } from "../case.js";
import { device, newId } from "../spec/devices.js";
import { AT_ONCE, send } from "./scene.js";
import { expectFile, type Picture } from "./service.js";

/** Uploads to the real service that are cut; they need, as peer, the fault proxy in front of it. */
export const cutUploadCases: readonly Case[] = [
	testCase("an upload that is cut at any byte, on its way or behind it, is one record with the whole file", async (context) => {
		const direct = await device(context);
		const owner = direct.authRecord!.id;
		const step = context.step === 1 ? 1 : 97;
		for (const fault of ["request-cut", "cut", "reset", "unasked-reset"]) {
			for (let at = 1; at < (fault === "request-cut" ? 3700 : fault === "unasked-reset" ? 2 : 700); at += step) {
				const client = context.client({ baseUrl: `${context.peer}/${fault}.${at}/${newId()}`, limits: AT_ONCE, renewal: false });
				client.setAuthToken(direct.getAuthToken());
				const id = newId();
				const response = await send(client, { field: "attachment", record: { id, device: owner, title: fault } });
				context.equal(response.error, "", `${fault} at ${at}`);
				const { attachment } = (await direct.collection("pictures").getOneEx(id)).json<Picture>()!;
				await expectFile(context, direct, id, attachment, 3000, false);
				client.close();
			}
		}
	}),
	testCase("an upload of a protected file whose answer is lost is recognised by its bytes, and another file's refusal that is lost is one", async (context) => {
		const direct = await device(context);
		const record = { id: newId(), device: direct.authRecord!.id };
		for (const [length, error] of [[3000, ""], [3000, ""], [2999, "another record has the id"]] as const) {
			const client = context.client({ baseUrl: `${context.peer}/cut.1/${newId()}`, limits: AT_ONCE, renewal: false });
			client.setAuthToken(direct.getAuthToken());
			context.equal((await send(client, { field: "picture", length, record })).error, error, `${length} bytes`);
			client.close();
		}
	})
];
