// For web pages: Node does not import modules from the network.
const files = "http://localhost:3000/v1/instants";
const { MiniSearch, searchOptions } = await import(`${files}/minisearch/minisearch.js`);
const index = await (await fetch(`${files}/minisearch/index.json`)).text();
const search = MiniSearch.loadJSON(index, searchOptions);
const lines = (await (await fetch(`${files}/all.ndjson`)).text()).split("\n");

const [hit] = search.search("drum rol");
console.log(lines[hit.id]);
