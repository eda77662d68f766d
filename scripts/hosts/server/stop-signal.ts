/** Tells a server when it is to stop. */

/**
 * The process that started this one, if that was npm, which passes SIGTERM to the shell between the two
 * and no further. `exec` would do without that shell, but Windows has none.
 */
const PARENT = process.env.npm_lifecycle_event === undefined ? undefined : process.ppid;

/** How often to look for it, in milliseconds. */
const INTERVAL = 250;

/**
 * The first SIGINT (Ctrl-C) or SIGTERM, or SIGTERM when npm was stopped. A process that heeds none of them
 * cannot be stopped as process 1.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
	return new Promise((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
		if (PARENT === undefined) return;
		setInterval(() => process.ppid !== PARENT && resolve("SIGTERM"), INTERVAL).unref();
	});
}
