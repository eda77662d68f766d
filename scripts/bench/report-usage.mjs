/** Preloaded into a measured process: reports what it used to the process that started it. */
process.on("exit", () => process.send?.(process.resourceUsage()));
// The channel must not keep the process alive.
process.channel?.unref();
