/** The lock file works on every platform, even if npm dropped optional packages when it wrote it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface LockedPackage {
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

test("package-lock.json has the optional packages of every platform", () => {
	const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
		readFileSync("package-lock.json", "utf8"),
	);
	const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
		Object.keys(optionalDependencies).filter(
			(name) =>
				packages[`node_modules/${name}`] === undefined &&
				packages[`${folder}/node_modules/${name}`] === undefined,
		),
	);
	expect(missing).toEqual([]);
});
