import { createServer, type RequestListener } from "node:http";
import { listen } from "../tools/network/listener.js";

/** Runs something against a server on loopback. @param use gets its base URL */
export async function serving<T>(answer: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
	const server = await listen(createServer(answer));
	try {
		return await use(server.url);
	}
	finally {
		server.close();
	}
}
