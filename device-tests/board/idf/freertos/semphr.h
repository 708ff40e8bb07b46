/* The SDK includes this; its file system takes no lock unless LFS_THREADSAFE is defined. */
