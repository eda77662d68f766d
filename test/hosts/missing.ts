/** Says at the end of a run of the tests which engines were not there, and how to get them. */
import { DEBIAN_ENGINES, ENGINES, isInstalled } from "./tools.ts";

/** What is said; undefined when every engine is there. */
export function missingText(missing: readonly string[]): string | undefined {
	if (missing.length === 0) return undefined;
	return `Skipped the tests on ${missing.join(", ")}: not installed here. To install: npm run hosts:install`;
}

/** Called by Vitest. https://vitest.dev/config/#globalsetup */
export function teardown(): void {
	const missing = [...ENGINES, ...DEBIAN_ENGINES].filter((engine) => !isInstalled(engine));
	const text = missingText(missing.map(({ name }) => name));
	if (text !== undefined) console.log(`\n${text}`);
}
