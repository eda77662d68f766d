/** How the tests run: all files under test/, from the root of the repository. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long or wait for other programs: started first, so that none is left running alone at the end. */
const LONG = /test\/(torture|hosts\/(netlify|same-words)|browser)\b/;

class LongFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
		return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
	}
}

export default defineConfig({
	root: fileURLToPath(new URL("..", import.meta.url)),
	test: {
		include: ["test/**/*.test.ts"],
		// Many wait for other programs, so that one worker a core does not crowd them.
		maxWorkers: "100%",
		// Loading the same modules again for each of 170 files took a third of the run.
		isolate: false,
		sequence: { sequencer: LongFirst },
		globalSetup: [
			"test/fixtures/commands.ts",
			"test/fixtures/temporary.ts",
			"test/hosts/missing.ts",
		],
		// Some tests start other programs; machines may be slow.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 20_000 } },
	},
});
