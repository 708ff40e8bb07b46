import { FileStorage } from "records-client/outbox/files";
import { type Case, testCase } from "../../host-tests/contract/case.js";
import { thrownBy } from "../../host-tests/contract/thrown.js";
import { type Files, withFile } from "../app/files.js";

const path = "files-case";
const bytes = Uint8Array.of(1, 2, 3, 4);

function textOf(read: Uint8Array, count = read.length): string {
	return read.subarray(0, count).join();
}

/** What the outbox's FileStorage relies on in the SDK's files, and the storage itself over them. */
export function fileCases(files: Files): readonly Case[] {
	return [
		testCase("a path that is not there is no file, and says so without throwing", (context) => {
			files.delete(path);
			context.equal(files.status(path).isFile(), false);
			withFile(files, path, () => undefined);
			context.equal(files.status(path).isFile(), true);
		}),
		testCase("r+ keeps what a file holds and makes none, w+ empties it", (context) => {
			withFile(files, path, (file) => file.write(bytes, 0));
			const target = new Uint8Array(4);
			const kept = files.openFile({ path, mode: "r+" });
			context.equal(kept.read(target, 0), 4);
			context.equal(textOf(target), "1,2,3,4");
			kept.close();
			context.equal(withFile(files, path, (file) => file.read(target, 0)), 0);
			files.delete(path);
			context.ok(thrownBy(() => files.openFile({ path, mode: "r+" })) !== "", "r+ opens what is not there");
		}),
		testCase("a read at the end gives what there is, one behind it nothing", (context) => {
			withFile(files, path, (file) => {
				file.write(bytes, 0);
				const target = new Uint8Array(8).fill(9);
				context.equal(file.read(target, 2), 2);
				context.equal(textOf(target), "3,4,9,9,9,9,9,9");
				context.equal(file.read(target, 4), 0);
				context.equal(file.read(target, 100), 0);
			});
		}),
		testCase("a part of a buffer is read into and written, and nothing around it", (context) => {
			withFile(files, path, (file) => {
				file.write(Uint8Array.of(0, 1, 2, 3, 4, 0).subarray(1, 5), 0);
				const target = new Uint8Array(6);
				context.equal(file.read(target.subarray(1, 5), 0), 4);
				context.equal(textOf(target), "0,1,2,3,4,0");
				context.equal(file.read(new Uint8Array(6), 0), 4);
			});
		}),
		testCase("setSize(0) empties a file, which is written again from its beginning", (context) => {
			withFile(files, path, (file) => {
				file.write(bytes, 0);
				file.setSize(0);
				const target = new Uint8Array(4);
				context.equal(file.read(target, 0), 0);
				file.write(bytes.subarray(2), 0);
				context.equal(textOf(target, file.read(target, 0)), "3,4");
			});
		}),
		testCase("a write behind the end leaves zeros before it", (context) => {
			withFile(files, path, (file) => {
				file.write(bytes, 3);
				const target = new Uint8Array(8);
				context.equal(textOf(target, file.read(target, 0)), "0,0,0,1,2,3,4");
			});
		}),
		testCase("what is flushed is there for whoever opens the file, and close may be called again", (context) => {
			const writer = files.openFile({ path, mode: "w+" });
			writer.write(bytes, 0);
			writer.flush();
			const reader = files.openFile({ path, mode: "r" });
			const target = new Uint8Array(4);
			context.equal(reader.read(target, 0), 4);
			context.equal(textOf(target), "1,2,3,4");
			reader.close();
			writer.close();
			writer.close();
		}),
		testCase("FileStorage: blocks are erased, written and read each by itself, and are there again", (context) => {
			for (let block = 0; block < 3; block++)
				files.delete(path + String(block));
			const make = (): FileStorage => new FileStorage({ directory: files, path, blocks: 3, blockLength: 64 });
			const storage = make();
			const target = new Uint8Array(4);
			storage.read(target, 64);
			context.equal(textOf(target), "255,255,255,255");
			for (let block = 0; block < 3; block++) {
				storage.eraseBlock(block);
				storage.write(bytes.map((byte) => byte + 10 * block), 64 * block + 4);
			}
			storage.eraseBlock(1);
			storage.close();
			const again = make();
			again.read(target, 4);
			context.equal(textOf(target), "1,2,3,4");
			again.read(target, 64 + 4);
			context.equal(textOf(target), "255,255,255,255");
			again.read(target, 128 + 6);
			context.equal(textOf(target), "23,24,255,255");
			again.close();
		})
	];
}
