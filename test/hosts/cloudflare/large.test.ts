/** The contract on Cloudflare's runtime over a large catalogue, of which no page is composed in advance. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageCount } from "../../../scripts/contract/page-number.ts";
import { parseQuery, searchText } from "../../../scripts/contract/query.ts";
import { CLOUDFLARE as HOST } from "../../../scripts/hosts/cloudflare/host.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { matchesName, parseSearch } from "../../../scripts/search/query.ts";
import { CASES, type ContractCase } from "../../contract/cases.ts";
import { ALL_SLUGS, CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { senderTo } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { generatedNames } from "../../fixtures/generated-names.ts";
import { publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { filesIn } from "../../fixtures/tree-files.ts";
import { CLOUDFLARE, skipping } from "../tools.ts";
import { startWorker, type WorkerServer } from "./miniflare.ts";

/** What the table searches for. */
const SEARCHES = CASES.map(({ target }) => searchText(parseQuery(/\?.*/.exec(target)?.[0] ?? "")))
	.map(parseSearch)
	.filter(({ words }) => words.length > 0);

/** Clips that none of the table's searches finds, so that it holds as it is written. */
const OTHERS = generatedNames(20_000)
	.filter((name) => !SEARCHES.some((search) => matchesName(search, name)))
	.map((name, i) => ({ name, slug: `other-${i}`, sound: "other.mp3", color: "FF8800" }));

const SLUGS = [...ALL_SLUGS, ...OTHERS.map(({ slug }) => slug)];
const PAGES = pageCount(SLUGS.length);

/** A page of the listing, which is longer than the table's. */
function listing(page: number, target = `?page=${page}`): ContractCase {
	return {
		title: `page ${page} of the longer listing as ${target}`,
		target: `/api/v1/instants/${target}`,
		status: 200,
		page: {
			count: SLUGS.length,
			next: page < PAGES ? `?page=${page + 1}` : null,
			previous: page === 1 ? null : page === 2 ? "" : `?page=${page - 1}`,
			slugs: SLUGS.slice((page - 1) * 10, page * 10),
		},
	};
}

/** The rows whose answers the longer listing changes otherwise than in its count. */
function isChanged({ target, page }: ContractCase): boolean {
	const isLast = page?.count === ALL_SLUGS.length && page.next === null;
	const [, asked] = /^[^?]*\?page=(\d+)$/.exec(target) ?? [];
	const isPageNow = page === undefined && Number(asked) >= 1 && Number(asked) <= PAGES;
	return isLast || isPageNow;
}

const ROWS: readonly ContractCase[] = [
	...CASES.filter((row) => !isChanged(row)).map((row) =>
		row.page?.count === ALL_SLUGS.length
			? { ...row, page: { ...row.page, count: SLUGS.length } }
			: row,
	),
	...[4, 5, 1000, PAGES - 1, PAGES].map((page) => listing(page)),
	listing(PAGES, "?page=last"),
	{
		title: "no page after the longer listing's last",
		target: `/api/v1/instants/?page=${PAGES + 1}`,
		status: 404,
		body: '{"detail":"Invalid page."}',
	},
];

const { skip, title } = skipping(CLOUDFLARE);

describe.skipIf(skip)(title, () => {
	const parent = temporaryFolder();
	let folder: string;
	let server: WorkerServer;
	beforeAll(async () => {
		const records = [...CONTRACT_CATALOGUE, ...OTHERS];
		({ folder } = await publishRecords(records, { parent, hosts: [HOST], pages: "none" }));
		const beside = besideFolder(folder, HOST);
		const config = parse(readFileSync(join(beside, "wrangler.jsonc"), "utf8"));
		server = await startWorker({
			main: join(beside, config.main),
			compatibilityDate: config.compatibility_date,
			files: {
				assets: join(beside, config.assets.directory),
				workerFirst: config.assets.run_worker_first,
			},
		});
	});
	afterAll(() => server?.stop());

	test("the catalogue is large, and so is the table", () => {
		expect(OTHERS.length).toBeGreaterThan(19_000);
		expect(ROWS.length).toBeGreaterThanOrEqual(CASES.length);
		const paths = filesIn(folder).map(({ path }) => path);
		expect(paths.filter((path) => path.includes("/packs/")).length).toBeGreaterThan(700);
		expect(paths.filter((path) => /\/(?:page|name)\//.test(path))).toEqual([]);
	});

	describeContract(
		"a worker over a large catalogue",
		() => ({
			name: "large",
			send: (sent) => senderTo(server.origin, new URL(server.origin).host)(sent),
		}),
		ROWS,
	);
});
