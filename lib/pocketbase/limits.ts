/** Limits of PocketBase that requests must keep to. Constants alone: each bundle has those that it names. */

/** Records of a page at most. */
export const PAGE_MOST = 500;
