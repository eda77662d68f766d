/** Says at the end of a run of the tests which engines were not there, and how to get them. */
import { DEBIAN_ENGINES, ENGINES, isInstalled } from "./tools.ts";

/** Called by Vitest. https://vitest.dev/config/#globalsetup */
export function teardown(): void {
	const missing = [...ENGINES, ...DEBIAN_ENGINES].filter((engine) => !isInstalled(engine));
	if (missing.length === 0) return;
	const names = missing.map(({ name }) => name).join(", ");
	console.log(
		`\nSkipped the tests on ${names}: not installed here. To install: npm run hosts:install`,
	);
}
