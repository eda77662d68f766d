/** How the tests run: all files under test/, from the root of the repository. */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PATIENCE } from "./fixtures/patience.ts";

/** Test files that are slow or wait for other programs: started first, so that none is left running alone at the end. */
const LONG =
	/test\/(browser|hosts\/(netlify|same-words|server\/standing)|mirror|package|repository|site\/docs\/samples)\b/;

class LongFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
		return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
	}
}

/** Files that start other programs (browsers, engines of hosts, npm, our own commands), or take long by themselves. */
export const INTEGRATION = [
	"test/{browser,commands,hosts,mirror,package,sound}/**/*.test.ts",
	"test/edge/{damaged,memory,subrequests,walk}.test.ts",
	"test/publish/{budget,changes,determinism,killed}.test.ts",
	"test/{authoring/site-import,site/docs/samples}.test.ts",
	"test/repository/{growth,patterns}.test.ts",
];

const TEMPORARY = "test/fixtures/temporary.ts";
const ALL = {
	include: ["test/**/*.test.ts"],
	globalSetup: ["test/fixtures/script-run.ts", TEMPORARY, "test/hosts/tools.ts"],
};
const UNIT = { ...ALL, exclude: INTEGRATION, globalSetup: [TEMPORARY] };

/** Two projects, but only if one of them is requested: each loads all modules anew. */
const PROJECTS = {
	projects: [
		{ extends: true as const, test: { name: "unit", ...UNIT } },
		{ extends: true as const, test: { name: "integration", ...ALL, include: INTEGRATION } },
	],
};
const hasChoice = process.argv.some((argument) => argument.startsWith("--project"));

export default defineConfig({
	root: fileURLToPath(new URL("..", import.meta.url)),
	test: {
		...(hasChoice ? PROJECTS : ALL),
		// More workers than processors, since many tests wait for other programs, two fifths of the time.
		maxWorkers: Math.ceil(1.5 * availableParallelism()),
		// Loading the same modules again for each file took a third of the run.
		isolate: false,
		sequence: { sequencer: LongFirst },
		// A test may wait several times.
		testTimeout: 5 * PATIENCE,
		hookTimeout: 5 * PATIENCE,
		expect: { poll: { timeout: PATIENCE } },
	},
});
