/** What Netlify answers when the function is down: netlify.toml, on the engine that Netlify runs. */
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { COMMON_HEADERS, UNAVAILABLE_BODY } from "../../../scripts/contract/answers.ts";
import { netlifyToml } from "../../../scripts/hosts/netlify/config.ts";
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
		gaps: [{ reason: "only the function answers", instead: [503], rows: "all" }],
		send: ({ method, target: path, headers }) => send({ method, path, headers }),
	};
});

describeContract("Netlify without the function", () => target);

test.each(["/api/v1/instants/", "/api/v1/instants?n%61me=wow", "/api", "/api/x%2Fy"])(
	"%s is the handler's 503, for every method",
	async (path) => {
		for (const method of ["GET", "POST", "OPTIONS"]) {
			const answer = await target.send({ method, target: path, headers: {} });
			expect([answer.status, answer.body]).toEqual([503, UNAVAILABLE_BODY]);
			const { Allow: _, ...headers } = COMMON_HEADERS;
			expect(Object.fromEntries(answer.headers)).toMatchObject(
				Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v])),
			);
			expect(answer.headers.get("Cache-Control")).toBe("no-store");
		}
	},
);

testTraversal((sent) => target.send(sent), { every: 5 });
