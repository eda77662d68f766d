/** The default limits on a run's requests. In a separate file, because the HTTP client is slow to load. */
export const HTTP_DEFAULTS = {
	/** Files to fetch at a time. */
	concurrency: 4,
	maxGigabytes: 20,
	/** Seconds of silence after which a connection is closed. */
	timeout: 60,
	/** Milliseconds before the second attempt at a request; doubled before each further attempt. */
	delay: 500,
	/** Other origins that a run may send requests to. */
	followOrigin: [] as readonly string[],
};
