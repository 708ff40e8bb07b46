import { answer, first, json, next, type Script, type Scripts, send } from "../script.js";

/** A record of so many bytes, at least 50; the token comes first. */
function filler(bytes: number): string {
	const start = '{"token":"from.large.body","id":"large","f":"';
	return start + "f".repeat(bytes - start.length - 2) + '"}';
}

function chunks(text: string): string {
	let chunked = "";
	for (let at = 0; at < text.length; at += 700) {
		const chunk = text.slice(at, at + 700);
		chunked += `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`;
	}
	return `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`;
}

function large(make: (text: string) => string): Script {
	return { reply: ({ number, argument }) => number === 1 ? [send(make(filler(argument)))] : next };
}

function canned(body: string, status = "200 OK", fields = ""): Script {
	return first(send(answer(body, status, fields)));
}

/** First answers by what is in them. */
export const bodyScripts: Scripts = {
	// What the path behind script and run says: "/<status>/<body as hexadecimal digits>", to each request.
	"says": {
		reply({ path }) {
			const [, status = "500", body = ""] = /^\/(\d+)\/([0-9a-f]*)\//.exec(path) ?? [];
			return [send(answer(Buffer.from(body, "hex").toString(), `${status} Said`, "content-type: application/json\r\n"))];
		}
	},
	// As many bytes as the script's number says.
	"large": large((text) => answer(text)),
	"large-chunked": large(chunks),
	"large-surplus": large((text) => answer(text) + json({ id: "surplus" })),
	"large-refusal": large((text) => answer(text, "500 Internal Server Error")),

	"login": canned('{"record":{"id":"one"},"token":"aaa.bbb.ccc"}\n'),
	"marked": canned("\ufeff" + '{"id":"first","text":"ä"}'),
	"marked-json": first(send(answer("\ufeff" + '{"id":"first","text":"ä"}', "200 OK", "content-type: application/json\r\n"))),
	"marked-chunked": first(send(chunks("\ufeff" + '{"id":"first","text":"ä"}'))),
	"marked-login": canned("\ufeff" + '{"record":{"id":"one"},"token":"aaa.bbb.ccc"}\n'),
	"marked-refusal": canned("\ufeff" + '{"message":"Failed to create record."}', "400 Bad Request"),
	"marked-twice": canned("\ufeff\ufeff{}"),
	"mark": canned("\ufeff"),

	"message-escapes": canned('{"message":"Said \\"no\\":\\n\\u00e9\\ud83d\\ude00 \\\\ ünïcödé"}', "400 Bad Request"),
	"message-controls": canned('{"message":"ok\\r\\n1970 done: \\u001b[31m\\u0000x.\\u2028","data":{"a\\nb":{"message":"c\\u0085d"},"e":{"message":"\\u009b\\u202ef"}}}', "400 Bad Request"),
	"text-controls": canned("Bad\x1b[2J\nrequest\u009b\x7fx\n", "400 Bad Request", "content-type: text/plain\r\n"),
	"message-fields": canned('{"data":{"sensor":{"code":"validation_required","message":"Cannot be blank."}},"message":"Failed.","status":400}', "400 Bad Request"),
	"html": canned("<html><body><h1>Bad Gateway</h1></body></html>", "502 Bad Gateway", "content-type: text/html\r\n"),
	"nothing": canned("", "502 Bad Gateway"),
	"moved": canned("", "301 Moved Permanently", "location: /moved/elsewhere/\r\n"),
	"moved-away": canned("", "308 Permanent Redirect", "location: https://somebody:secret@elsewhere.example:8443/api/x?token=secret#secret\r\n"),
	"moved-beside": canned("", "307 Temporary Redirect", "location: login?from=here\r\n"),
	"moved-kept": canned("", "307 Temporary Redirect", "location: /moved/elsewhere/\r\n"),
	"created": canned('{"id":"first"}', "201 Created"),
	"unknown-status": canned("", "799 Whatever")
};
