/**
 * The default export of the SDK's "embedded:storage/files", which the SDK's own declarations lack: they have its classes
 * alone. A TypeScript app gets it with "records-client/outbox". Names differ from the SDK's, because the two merge.
 */
declare module "embedded:storage/files" {
	/** The files of the app, and the folders in them. */
	interface AppFiles extends AppDirectory {
		/** Makes a folder where there is none. Returns whether it has. */
		createDirectory(path: string): boolean;
		/** Deletes a file or an empty folder. Returns whether there was one. */
		delete(path: string): boolean;
		/** @throws when there is no folder of that path */
		openDirectory(options: { readonly path: string }): AppFiles;
	}
	type AppDirectory = import("records-client/outbox").Directory;
	const files: AppFiles;
	export default files;
}
