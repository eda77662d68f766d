/** The lock file serves every platform: npm leaves out packages that the registry it is made with lacks. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface LockedPackage {
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

test("package-lock.json names each package that is optional for some platform", () => {
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
