import { answer, close, first, json, pause, type Script, type Scripts, send } from "../script.js";

const page = "<!DOCTYPE html><html><body>Welcome! Log in to use this network.</body></html>";
const body = '{"id":"first"}';

function typed(type: string, text = body): Script {
	return first(send(answer(text, "200 OK", `content-type: ${type}\r\n`)));
}

/** First answers that are good HTTP, and either JSON or not the service's. */
export const portalScripts: Scripts = {
	"portal": typed("text/html; charset=utf-8", page),
	"portal-untyped": first(send(answer(page))),
	"portal-token": typed("text/html", '{"token":"from.the.portal"}'),
	"portal-to-end": first(send(`HTTP/1.0 200 OK\r\ncontent-type: text/html\r\n\r\n${page}`), close),
	"portal-chunked": first(send(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n${page.length.toString(16)}\r\n${page}\r\n0\r\n\r\n`)),
	"type-text": typed("text/plain"),
	"type-other": typed("application/jsonp"),
	"type-empty": typed(""),
	"empty-html": typed("text/html", ""),
	"empty-json": typed("application/json", ""),
	"accepted": first(send(answer("", "202 Accepted"))),
	"reset-content": first(send(answer("", "205 Reset Content"))),
	"json-charset": typed("application/json; charset=utf-8"),
	"json-upper-case": typed("Application/JSON"),
	"json-problem": typed("application/problem+json"),
	"json-untyped": first(send(answer(body))),

	"json-portal": first(send(json({ portal: "http://portal.example/", success: true }))),
	"json-nothing": first(send(json({}))),
	"json-list": first(send(json([]))),
	"json-id-null": first(send(json({ id: null }))),
	"json-id-inside": first(send(json({ session: { id: 5 } }))),
	"json-to-end": first(send('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{"success":true}'), close),
	"json-spaced": first(send(answer('{\n\t"id" : "first"\n}', "200 OK", "content-type: application/json\r\n"))),

	// A good answer, to a guest, that says what time it is.
	"guest": { reply: () => [send(json({ page: 1, items: [] }, "200 OK", `date: ${new Date().toUTCString()}\r\n`))] },

	"cut": first(send(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n${body}`), close),
	// What is announced is whole, but less than what was to be sent.
	"longer": first(send(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n${body}`)),
	"longer-later": first(send(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n${body.slice(0, 9)}`), pause(20), send(body.slice(9)))
};
