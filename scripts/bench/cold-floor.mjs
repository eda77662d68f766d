/** Prints the least CPU that any answer takes: one URL and one SHA-256 digest, in a process of its own. */
const start = process.cpuUsage();
new URL("https://example.com/api/v1/instants/?name=boom");
await crypto.subtle.digest("SHA-256", new Uint8Array(1024));
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify((user + system) / 1000));
