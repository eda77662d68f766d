/** The contract, answered by the redirects in netlify.toml on the engine Netlify runs, without the function. */
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { netlifyToml } from "../../../scripts/hosts/netlify/config.ts";
import {
	NETLIFY_REDIRECT_GAPS,
	NETLIFY_REDIRECT_HEADER_GAPS,
} from "../../../scripts/hosts/netlify/gaps.ts";
import { CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { describeContract, type Target } from "../../contract/target.ts";
import { publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { testTraversal } from "../traversal.ts";
import { netlifyRules } from "./redirects.ts";

const CONFIG = "netlify.toml";

test("netlify.toml is the text that the code writes", async () => {
	await expect(netlifyToml()).toMatchFileSnapshot(resolve(CONFIG));
});

let target: Target;

beforeAll(async () => {
	const { folder } = await publishRecords(CONTRACT_CATALOGUE, { parent: temporaryFolder() });
	const send = await netlifyRules(resolve(CONFIG), folder);
	target = {
		name: "netlify redirects",
		gaps: NETLIFY_REDIRECT_GAPS,
		headerGaps: NETLIFY_REDIRECT_HEADER_GAPS,
		send: ({ method, target: path, headers }) => send({ method, path, headers }),
	};
});

describeContract("Netlify's redirects alone", () => target);
testTraversal((sent) => target.send(sent), { every: 5 });
