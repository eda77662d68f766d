/** Tests the contract through a service worker on a host that only serves files, with requests by a script in the page. */
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { GITHUB_PAGES } from "../../scripts/hosts/github-pages/host.ts";
import { API_CASES } from "../contract/cases.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { describeContract, type TargetRequest } from "../contract/target.ts";
import { BASE, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { freePort, type RunningServer, serve } from "../hosts/server.ts";

const GAPS = [
	{
		reason: "pages cannot set the headers of a preflight, so OPTIONS gets the description",
		instead: [200],
		rows: ["a preflight", "a clip: a preflight"],
	},
];

interface Answered {
	readonly status: number;
	readonly headers: [name: string, value: string][];
	readonly body: string;
}

/** Runs in the page: sends the requests, and returns the answers. */
async function answersHere(requests: readonly TargetRequest[]): Promise<Answered[]> {
	const answers: Answered[] = [];
	for (const { method, target, headers } of requests) {
		const response = await fetch(target, { method, headers });
		const { status } = response;
		answers.push({ status, headers: [...response.headers], body: await response.text() });
	}
	return answers;
}

/** Serves the catalogue of the contract under a path while the tests of a group run. */
export function contractSite() {
	let serving: RunningServer | undefined;
	let url = "";
	beforeAll(async () => {
		const port = await freePort();
		const root = temporaryFolder();
		const how = { hosts: [GITHUB_PAGES], folder: join(root, "repo") };
		await publishRecords(CONTRACT_CATALOGUE, { parent: root, ...how });
		serving = await serve(root, port);
		url = `http://127.0.0.1:${port}/repo`;
	});
	const stop = async (): Promise<void> => {
		await serving?.stop();
		serving = undefined;
	};
	afterAll(stop);
	return {
		get url() {
			return url;
		},
		stop,
		/**
		 * Sends all rows at once, with the site's address in place of the one in the table.
		 * @param run runs a function in a page with a worker
		 */
		describeContract(
			run: (inPage: typeof answersHere, requests: TargetRequest[]) => Promise<Answered[]>,
		): void {
			let answers: Answered[] = [];
			beforeAll(async () => {
				const requests = API_CASES.map(({ method, target, headers }) => ({
					...{ method, headers },
					target: url + target,
				}));
				answers = await run(answersHere, requests);
			});
			const translated = (text: string): string =>
				text.replaceAll(url, BASE).replaceAll("</repo/", "</");
			const answerTo = (row: TargetRequest) => {
				const { status, headers, body } = answers[
					API_CASES.indexOf(row as (typeof API_CASES)[number])
				] as Answered;
				const here = headers.map(([name, value]): [string, string] => [name, translated(value)]);
				return { status, headers: new Headers(here), body: translated(body) };
			};
			const send = async (row: TargetRequest) => answerTo(row);
			describeContract(
				"the service worker",
				() => ({ name: "service worker", send, gaps: GAPS }),
				API_CASES,
			);
		},
	};
}
