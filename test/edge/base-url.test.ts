/** An adapter can answer under any base URL, even one with a path, whatever the tree was built for. */
import { expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { ApiPage } from "../contract/pages.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";

const ELSEWHERE = "https://h.test/repo";

test.for(["query", "path"] as const)(
	"for a tree with %s links, the base URL of the adapter is in every link",
	async (links) => {
		const names = Array.from({ length: 25 }, () => "Boom boom");
		const { folder } = await publishRecords(named(names), { links });
		for (const query of ["?", "?name=boom&", "?name=boom+boom&"]) {
			const url = `https://h.test/api/v1/instants/${query}page=2`;
			const answer = await respond({ url }, folderAsset(folder), { baseUrl: ELSEWHERE });
			const body = await answer.text();
			const { next, previous, results }: ApiPage = JSON.parse(body);
			const api = `${ELSEWHERE}/api/v1/instants/`;
			expect([next, previous]).toEqual([`${api}${query}page=3`, `${api}${query.slice(0, -1)}`]);
			expect(answer.headers.get("Link")).toContain(
				`<${next}>; rel="next", <${previous}>; rel="prev", </repo/openapi.json>; rel="service-desc"`,
			);
			expect(results[0]?.sound).toMatch(/^https:\/\/h\.test\/repo\/media\/sounds\/clip-\d+\.mp3$/);
			expect(body).not.toContain(BASE);
		}
	},
);
