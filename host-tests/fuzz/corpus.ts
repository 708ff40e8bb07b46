import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { bytesOf } from "../../tools/parser/drive.js";
import { parserInputs } from "../../tools/parser/inputs.js";

const folder = join(projectRoot(), "host-tests", "fuzz", "corpus");

/** A file of the corpus. */
export interface CorpusFile {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The responses in the corpus. */
export const responseFiles: readonly CorpusFile[] = readdirSync(folder).filter((name) => name.endsWith(".http")).sort()
	.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));

/** Every response that is known: the corpus and the documents of the parser's tests. */
export const responses: readonly Uint8Array[] = [...responseFiles.map(({ bytes }) => bytes), ...parserInputs.map(({ bytes }) => bytesOf(bytes))];
