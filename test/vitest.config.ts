/** How the tests run: all files under test/, from the root of the repository. */
import { defineConfig } from "vitest/config";

export default defineConfig({
	root: new URL("..", import.meta.url).pathname,
	test: {
		include: ["test/**/*.test.ts"],
		// Many wait for other programs, so that one worker a core does not crowd them.
		maxWorkers: "100%",
		globalSetup: ["test/fixtures/commands.ts", "test/hosts/missing.ts"],
		// Some tests start other programs; machines may be slow.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 20_000 } },
	},
});
