import axios from "axios";

const client = axios.create({ baseURL: `${process.argv[2]}/api/v1/` });
/** @param {string} url @param {object} [params] */
const get = async (url, params) => (await client.get(url, { params })).data;
/** @param {string} url */
const statusOf = async (url) =>
	client.get(url).then(
		({ status }) => status,
		({ response }) => response.status,
	);

const found = await get("instants/", { format: "json", name: "drum roll" });
/** @type {string[]} */
const walked = [];
for (let url = "instants/"; url; ) {
	const page = await get(url);
	walked.push(...page.results.map((/** @type {{ slug: string }} */ { slug }) => slug));
	url = page.next;
}
const { slug } = found.results[0];
console.log(
	JSON.stringify({
		sound: found.results[0].sound,
		walked: walked.length,
		pageSize: (await get("instants/", { page_size: 50 })).results.length,
		names: [(await get(`instants/${slug}/`)).name, (await get(`instants/${slug}`)).name],
		missing: await statusOf("instants/nobody/"),
		removed: await statusOf("instants/removed/"),
	}),
);
