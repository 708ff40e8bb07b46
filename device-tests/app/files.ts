import type { Directory, File } from "records-client/outbox";

/** The SDK's files, as far as the cases use them. */
export interface Files extends Directory {
	/** Returns whether there was one. */
	delete(path: string): boolean;
}

/** Finds the module "embedded:storage/files". Returns undefined where the SDK has none: on ESP8266. */
export async function findFiles(): Promise<Files | undefined> {
	try {
		return (await import("embedded:storage/files")).default;
	}
	catch {
		return undefined;
	}
}

/** Opens an empty file, hands it over and closes it. */
export function withFile<Result>(files: Files, path: string, action: (file: File) => Result): Result {
	const file = files.openFile({ path, mode: "w+" });
	try {
		return action(file);
	}
	finally {
		file.close();
	}
}
