import { type Action, answer, awaitAnother, awaitFirst, close, cut, damage, deafen, first, halfClose, json, next, pause, reset, type Scripts, send } from "../script.js";

/** Sends a text in so many pieces, 100 milliseconds apart. */
function slowly(text: string, pieces: number): Action[] {
	const size = Math.ceil(text.length / pieces);
	return Array.from({ length: pieces }, (_, piece) => [send(text.slice(piece * size, (piece + 1) * size)), pause(100)]).flat();
}

/** What happens to connections between, before and instead of answers. */
export const connectionScripts: Scripts = {
	"keep": { reply: ({ number }) => [send(json({ id: `answer-${number}` }))] },
	"echo": { reply: ({ body }) => [pause(10), send(answer(body.toString()))] },

	"idle-close": first(...next, pause(20), close),
	"idle-half-close": first(...next, pause(20), halfClose),
	"idle-reset": first(...next, pause(20), reset),
	"idle-answer": first(...next, pause(20), send(json({ id: "unsolicited" }))),
	"idle-garbage": first(...next, pause(20), send("\r\n")),

	// Each connection dies of its second request.
	"second-closes": { reply: ({ nth }) => nth === 2 ? [close] : next },
	"second-resets": { reply: ({ nth }) => nth === 2 ? [reset] : next },
	"second-garbage": { reply: ({ nth }) => nth === 2 ? [send("\x00\x01 nothing of the kind\r\n\r\n")] : next },
	// After the first answer there is never another.
	"never-again": { reply: ({ number }) => number === 1 ? next : [close] },
	// The connection was forgotten on its way: each carries one request; none carries another than the first.
	"forgotten": { reply: ({ nth }) => nth === 1 ? next : [] },
	"forgotten-for-ever": { reply: ({ number }) => number === 1 ? next : [] },
	// Says for how many seconds it keeps a connection.
	"keep-alive": { reply: ({ argument, number }) => [send(json({ id: `answer-${number}` }, "200 OK", `date: Sun, 06 Nov 1994 08:49:37 GMT\r\nkeep-alive: timeout=${argument}, max=100\r\n`))] },
	"first-closes": first(close),
	"first-resets": first(reset),

	"silent": first(),
	"stall-in-head": first(send("HTTP/1.1 200 OK\r\ncontent-le")),
	"stall-in-body": first(send('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"id"')),
	"stall-in-chunk": first(send('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\ne\r\n{"id"')),
	"stall-to-end": first(send('HTTP/1.1 200 OK\r\n\r\n{"id"')),
	"trickle": first(...Array.from({ length: 2000 }, () => [send("HTTP/1.1 100 Continue\r\n\r\n"), pause(100)]).flat()),
	"deaf": { atHead: ({ number }) => number === 1 ? [deafen] : undefined, reply: () => next },
	// The answer to the first comes when there is a second, which waits until then.
	"late": { reply: ({ number }) => number === 1 ? [awaitAnother, send(json({ id: "late" }))] : [awaitFirst, ...next] },
	"all-silent": { reply: () => [] },

	// The answer is there before the request's body; the rest of it is read, or never.
	"too-early": { atHead: ({ number }) => number === 1 ? [send(json({ message: "Too large." }, "413 Too Large")), halfClose] : undefined, reply: () => next },
	"too-early-good": { atHead: ({ number }) => number === 1 ? [deafen, send(json({ id: "first" }))] : undefined, reply: () => next },
	"too-early-kept": { atHead: ({ number }) => number === 1 ? [send(json({ message: "Too large." }, "413 Too Large"))] : undefined, reply: () => next },
	"too-early-reset": { atHead: ({ number }) => number === 1 ? [send(json({ message: "Too large." }, "413 Too Large")), close] : undefined, reply: () => next },

	"head-answers": { reply: ({ method }) => method === "HEAD" ? [send("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n")] : next },
	"fields": first(send(answer("", "200 OK", "X-One: 1\r\nx-two: a\r\nX-TWO: b\r\nx-three:\r\n"))),
	// Time that the peer takes for one thing or another.
	"steady": { reply: ({ argument, number }) => slowly(json({ id: `answer-${number}`, filler: "f".repeat(200) }), argument) },
	// The second request of a connection is never answered.
	"second-silent": { reply: ({ nth }) => nth === 2 ? [] : next },
	// First answers that break TLS, for a peer that speaks it.
	"damaged": first(damage),
	"damaged-in-body": first(send('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"id"'), damage),
	// A body that the connection's end frames: without TLS's end it may not be all.
	"to-end-cut": first(send('HTTP/1.1 200 OK\r\n\r\n{"id":"first"}'), cut)
};
