/** The requests that give a server the most work, and how its work grows with them: run as a process by `limits.test.ts`. */
import { once } from "node:events";
import { get } from "node:http";
import { startTreeServer } from "../../../scripts/hosts/server/http-server.ts";
import { growthsOf } from "../../fixtures/work.ts";
import { LISTING } from "./connections.ts";

const WORST: readonly (readonly [string, (size: number) => [string, Record<string, string>?]])[] = [
	["a sign and letters", (n) => [`${LISTING}?name=-${"a".repeat(n)}`]],
	["a sign and letters beyond ASCII", (n) => [`${LISTING}?name=-${"%C3%A9".repeat(n / 6)}`]],
	["apostrophes", (n) => [`${LISTING}?name=${"a'".repeat(n / 2)}`]],
	["signs", (n) => [`${LISTING}?name=${"-".repeat(n)}`]],
	["words", (n) => [`${LISTING}?name=${"a+".repeat(n / 2)}`]],
	["percent signs", (n) => [`${LISTING}?name=${"%".repeat(n)}`]],
	["accents", (n) => [`${LISTING}?name=a${"%CC%81".repeat(n / 6)}`]],
	["tags", (n) => [`${LISTING}?${"tag=a&".repeat(n / 6)}`]],
	["commas in a tag", (n) => [`${LISTING}?tag=${",".repeat(n)}`]],
	["parameters", (n) => [`${LISTING}?${"&".repeat(n)}`]],
	["digits of a page", (n) => [`${LISTING}?page=${"0".repeat(n)}`]],
	["white space before a page", (n) => [`${LISTING}?page=${"+".repeat(n)}x`]],
	["slashes", (n) => [`/${"/".repeat(n)}`]],
	["slashes in the API", (n) => [`${LISTING}${"/".repeat(n)}x`]],
	["encoded letters in a path", (n) => [`/api/${"%41".repeat(n / 3)}`]],
	["dots", (n) => [`/${"../".repeat(n / 3)}`]],
	["a folder's query", (n) => [`/docs?${"a".repeat(n)}`]],
	["a slug", (n) => [`/clips/${"a".repeat(n)}/`]],
	["entity tags", (n) => [LISTING, { "If-None-Match": '""'.repeat(n / 2) }]],
	["quotes of an entity tag", (n) => ["/icon.svg", { "If-None-Match": `"${"a".repeat(n)}` }]],
	["encodings", (n) => [LISTING, { "Accept-Encoding": ",".repeat(n) }]],
	["parameters of an encoding", (n) => ["/icon.svg", { "Accept-Encoding": `br${";".repeat(n)}` }]],
	["ranges", (n) => ["/icon.svg", { Range: `bytes=${"0-1,".repeat(n / 4)}` }]],
	["digits of a range", (n) => ["/icon.svg", { Range: `bytes=0-${"9".repeat(n)}` }]],
	["a host", (n) => [LISTING, { Host: "a.".repeat(n / 2) }]],
];

const [folder = ""] = process.argv.slice(2);
const server = await startTreeServer(folder, { port: 0 });
const { hostname, port } = new URL(server.origin);

const calls = WORST.map(([, request]) => async (size: number) => {
	const [path, headers = {}] = request(size);
	const asked = get({ hostname, port, path, headers, agent: false });
	const [answer] = await once(asked, "response");
	await once(answer.resume(), "close");
});
const growths = await growthsOf(calls, 25_000);
console.log(JSON.stringify(WORST.map(([what], i) => [what, growths[i]])));
await server.stop();
