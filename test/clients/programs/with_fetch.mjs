const api = `${process.argv[2]}/api/v1/instants/`;
/** @param {string} url */
const json = async (url) => (await fetch(url, { headers: { Accept: "application/json" } })).json();

const found = await json(`${api}?format=json&name=drum%20roll`);
/** @type {string[]} */
const walked = [];
for (let url = api; url !== null; ) {
	const page = await json(url);
	walked.push(...page.results.map((/** @type {{ slug: string }} */ { slug }) => slug));
	url = page.next;
}
const slug = found.results[0].slug;
console.log(
	JSON.stringify({
		sound: found.results[0].sound,
		walked: walked.length,
		pageSize: (await json(`${api}?page_size=50`)).results.length,
		names: [(await json(`${api}${slug}/`)).name, (await json(`${api}${slug}`)).name],
		missing: (await fetch(`${api}nobody/`)).status,
		removed: (await fetch(`${api}removed/`)).status,
	}),
);
