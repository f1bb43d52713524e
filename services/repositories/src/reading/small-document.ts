/** Documents up to this, in bytes, are read where they are: that takes no longer than the way into a thread. */
export const smallDocument = 64 * 1024;
