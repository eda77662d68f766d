const api = "http://localhost:3000/api/v1/instants/";
/** @param {number} page */
const read = async (page) => (await fetch(`${api}?page=${page}`)).json();

let { count } = await read(1); // once, when the program starts

async function anyClip() {
	const at = Math.floor(Math.random() * count);
	const answer = await read(Math.floor(at / 10) + 1);
	count = answer.count ?? 1;
	return answer.results?.[at % 10];
}

console.log((await anyClip())?.name ?? "There are no clips yet.");
