// For web pages: Node does not import modules from the network.
const site = "http://localhost:3000";
const { MiniSearch, searchOptions } = await import(`${site}/v1/instants/minisearch/minisearch.js`);
const response = await fetch(`${site}/v1/instants/minisearch/index.json`);
const index = MiniSearch.loadJSON(await response.text(), searchOptions);

const [hit] = index.search("drum rol");
const number = Math.floor(hit.id / 10) + 1;
const page = await (await fetch(`${site}/v1/instants/page/${number}.json`)).json();
console.log(page.results[hit.id % 10].name);
