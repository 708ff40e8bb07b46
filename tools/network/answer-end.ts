const headEnd = "\r\n\r\n";
const chunksEnd = "\r\n0\r\n\r\n";

/**
 * Where an answer of the service ends. It knows no more of HTTP than the service's answers need; their JSON has no CRLF,
 * so that the end of the chunks can't be mistaken.
 * @returns its length, undefined while it is not whole
 */
export function answerEnd(bytes: Buffer): number | undefined {
	const end = bytes.indexOf(headEnd);
	if (end < 0)
		return undefined;
	const head = bytes.toString("latin1", 0, end).toLowerCase();
	const body = end + headEnd.length;
	if (head.startsWith("http/1.1 204"))
		return body;
	const length = head.includes("\r\ntransfer-encoding: chunked")
		? bytes.indexOf(chunksEnd, end) + chunksEnd.length
		: body + Number(/\r\ncontent-length: ([0-9]+)/.exec(head)?.[1]);
	return length >= body && length <= bytes.length ? length : undefined;
}

/** Places in an answer where one part of it ends and the next begins: behind the head, about each line of the chunks. */
export function answerEdges(bytes: Buffer): number[] {
	const edges: number[] = [];
	const body = bytes.indexOf(headEnd) + headEnd.length;
	for (let at = body; at > 0; at = bytes.indexOf("\r\n", at) + 1)
		edges.push(at);
	return edges;
}
