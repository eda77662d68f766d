/** An adapter can answer under any base URL, even one with a path, whatever the tree was built for. */
import { describe, expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { ApiPage } from "../contract/pages.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";

const ELSEWHERE = "https://h.test/repo";

describe.for(["query", "path"] as const)(
	"for a tree with %s links, the base URL of the adapter is in every link",
	(links) => {
		test.for(["", "?name=boom", "?name=boom+boom"])("of the answer to %j", async (query) => {
			const names = Array.from({ length: 25 }, () => "Boom boom");
			const { folder } = await publishRecords(named(names), { links });
			const url = `https://h.test/api/v1/instants/${query}${query === "" ? "?" : "&"}page=2`;
			const answer = await respond({ url }, folderAsset(folder), { baseUrl: ELSEWHERE });
			const body = await answer.text();
			const { next, previous, results }: ApiPage = JSON.parse(body);
			const api = `${ELSEWHERE}/api/v1/instants/`;
			expect(next).toBe(`${api}${query}${query === "" ? "?" : "&"}page=3`);
			expect(previous).toBe(`${api}${query}`);
			expect(answer.headers.get("Link")).toContain(
				`<${next}>; rel="next", <${previous}>; rel="prev", </repo/openapi.json>; rel="service-desc"`,
			);
			expect(results[0]?.sound).toMatch(/^https:\/\/h\.test\/repo\/media\/sounds\/clip-\d+\.mp3$/);
			expect(body).not.toContain(BASE);
		});
	},
);
