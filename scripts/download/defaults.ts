/** What a run may ask of a host. Not in the same file as the client, which takes long to load. */
export const HTTP_DEFAULTS = {
	/** Files to fetch at a time. */
	concurrency: 4,
	maxGigabytes: 20,
	/** Seconds of silence after which a connection is closed. */
	timeout: 60,
	/** Milliseconds before the second attempt of a request; doubled before each further one. */
	delay: 500,
	/** Other origins that may get requests. */
	followOrigin: [] as readonly string[],
};
