/** The DOM's, which the types of `pocketbase-typegen` name and devices lack. */
declare type File = never;
