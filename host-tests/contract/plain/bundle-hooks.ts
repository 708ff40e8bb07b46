import type { ResolveHook } from "node:module";

export const resolve: ResolveHook = async (specifier, context, next) => {
	const found = await next(specifier, context);
	return /^records-client(?:\/|$)/.test(specifier) ? { ...found, url: found.url.replace("/dist/", "/build/plain/") } : found;
};
