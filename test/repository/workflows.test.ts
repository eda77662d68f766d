/** The workflows of the repository are valid, and run no code that others could change. */
import { readFileSync } from "node:fs";
import fastGlob from "fast-glob";
import { describe, expect, test } from "vitest";
import { workflowFaults } from "../fixtures/workflow-faults.ts";

const WORKFLOWS = fastGlob.sync(".github/workflows/*.yml", { dot: true }).sort();

test("faults in a workflow are detected", async () => {
	const text = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    step: []\n";
	expect(await workflowFaults(text, "a.yml")).toEqual([
		expect.stringContaining('"steps" section is missing in job "a"'),
		expect.stringContaining('unexpected key "step" for "job" section'),
	]);
});

describe.for(WORKFLOWS)("%s", (path) => {
	const text = readFileSync(path, "utf8");

	test("is a valid workflow", async () => {
		expect(await workflowFaults(text, path)).toEqual([]);
	});

	test("names its actions by their commit, and has only the permissions that it needs", () => {
		const actions = [...text.matchAll(/uses: ([^\s]+)/g)].map(([, action = ""]) => action);
		expect(actions.length).toBeGreaterThan(0);
		expect(actions.filter((action) => !/^\.\/|@[0-9a-f]{40}$/.test(action))).toEqual([]);
		expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
	});
});
