import { json, type Reply, type Scripts, send } from "../script.js";

/** A token that never expires, of the user "abcdefghij12345". */
const TOKEN = ["{}", JSON.stringify({ id: "abcdefghij12345", type: "auth", collectionId: "_pb_users_auth_" }), "{}"].map((part) => Buffer.from(part).toString("base64url")).join(".");

/** Answers whose record has what is made of the script's number: to a log-in, a batch of one change, a list of one record, else the record. */
const answers = (samples: (argument: number) => unknown): Reply => ({ argument, method, path }) => {
	const record = { id: "abcdefghij12345", samples: samples(argument) };
	if (path.includes("/auth-"))
		return [send(json({ record, token: TOKEN }))];
	if (path.includes("/api/batch"))
		return [send(json([{ body: record, status: 200 }]))];
	return [send(json(method === "GET" && /\/records(?:\?|$)/.test(path) ? { items: [record], page: 1, perPage: 30, totalItems: -1, totalPages: -1 } : record))];
};

/** Those whose record has a list of so many values as the number says. */
const values = (value: unknown): Reply => answers((count) => Array<unknown>(count).fill(value));

export const valueScripts: Scripts = { "values": { reply: values(7) }, "values-empty": { reply: values([]) }, "values-deep": { reply: answers((levels) => JSON.parse("[".repeat(levels) + "]".repeat(levels))) } };
