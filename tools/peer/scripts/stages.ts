import { type Action, json, next, pause, type Scripts, send } from "../script.js";

/** Sends a text in so many pieces, 100 milliseconds apart. */
function slowly(text: string, pieces: number): Action[] {
	const size = Math.ceil(text.length / pieces);
	return Array.from({ length: pieces }, (_, piece) => [send(text.slice(piece * size, (piece + 1) * size)), pause(100)]).flat();
}

/** Time that the peer takes for one thing or another. */
export const stageScripts: Scripts = {
	"steady": { reply: ({ argument, number }) => slowly(json({ id: `answer-${number}`, filler: "f".repeat(200) }), argument) },
	// The second request of a connection is never answered.
	"second-silent": { reply: ({ nth }) => nth === 2 ? [] : next }
};
