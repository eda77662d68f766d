/** Elements that take characters: ours, or those of a browser extension. */
export const TEXT_FIELD = ":read-write, select";
