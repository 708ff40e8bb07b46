import { RecordsClient } from "records-client";

/** A reading as the service has it. */
export interface Reading {
	readonly id: string;
	readonly sensor: string;
	readonly value: number;
	/** "" where none was given. */
	readonly taken: string;
}

/** The first 50 readings of device-one. @throws Error with what the service says */
export async function readingsOf(url: string): Promise<readonly Reading[]> {
	const client = new RecordsClient({
		baseUrl: url,
		preferences: null,
		credentials: { collection: "users", identity: "device-one", password: "device-pass-1234" }
	});
	try {
		const list = await client.collection("readings").getListEx(1, 50, "@rowid", null, "1", null, "id,sensor,value,taken");
		if (!list.ok)
			throw new Error(`the readings can't be read: ${list.error}`);
		return (JSON.parse(list.body) as { items: Reading[] }).items;
	}
	finally {
		client.close();
	}
}
