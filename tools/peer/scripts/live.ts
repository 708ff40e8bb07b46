import { answer, type Asked, json, type Scripts, send } from "../script.js";

const event = 'id:one\nevent:PB_CONNECT\ndata:{"clientId":"one"}\n\n';
const stream = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n${event.length.toString(16)}\r\n${event}\r\n`;
const begun = "HTTP/1.1 204 No Content\r\n\r\n";
const empty = json({ items: [], page: 1, perPage: 8, totalItems: -1, totalPages: -1 });
const refusal = json({ status: 403, message: "The request is refused.", data: {} }, "403 Forbidden");

/** A list without records, and an event stream, which a second request has begin. */
function live(opened: string, subscribed: string, list: string): Scripts[string] {
	return { reply: ({ method, path }) => [send(!path.startsWith("/api/realtime") ? list : method === "GET" ? opened : subscribed)] };
}

/** Its filter, decoded. */
function filterOf({ path }: Asked): string {
	return new URL(path, "http://peer").searchParams.get("filter") ?? "";
}

/** A list of a record that was changed at a time. */
function changed(updated: string, value: number): string {
	return json({ items: [{ id: "abcdefghij01234", updated, value }], page: 1, perPage: 8, totalItems: -1, totalPages: -1 });
}

export const liveScripts: Scripts = {
	"live": live(stream, begun, empty),
	"live-refused": live(stream, refusal, empty),
	"live-no-stream": live(answer("Bad Gateway", "502 Bad Gateway", "content-type: text/plain\r\n"), begun, empty),
	// After the first answer the record is one of an hour before: a backup was restored.
	"live-restored": {
		reply: (asked) => [send(asked.number === 1 ? changed("2026-11-26 07:00:00.000Z", 2)
			: filterOf(asked).endsWith("updated>=''") ? changed("2026-11-26 06:00:00.000Z", 1) : empty)]
	},
	"live-no-list": live(stream, begun, refusal)
};
