/** Netlify's answer while the function is down. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { UNAVAILABLE_BODY } from "../../../scripts/contract/answers.ts";
import { netlifyToml } from "../../../scripts/hosts/netlify/host.ts";
import { UNAVAILABLE_PATH } from "../../../scripts/tree/paths.ts";
import { named, publishRecords } from "../../fixtures/published.ts";
import { textOf } from "../../fixtures/tree-files.ts";

test("the file of the 503 has the body that the handler would answer with", async () => {
	const { folder } = await publishRecords(named(["Boom"]));
	expect(textOf(folder, UNAVAILABLE_PATH)).toBe(UNAVAILABLE_BODY);
});

test("netlify.toml is the text that the code writes, and sends what the function leaves there", async () => {
	const comment =
		"Written from scripts/hosts/netlify/config.toml: change that, then run `npm run tests -- --update`.";
	const text = netlifyToml("npm run build -- --host netlify", comment);
	await expect(text).toMatchFileSnapshot(resolve("netlify.toml"));
	expect(text).toContain(`to = "${UNAVAILABLE_PATH}"`);
});
