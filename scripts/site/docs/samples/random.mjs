const api = "http://localhost:3000/api/v1/instants/";
const { count } = await (await fetch(api)).json();
const at = Math.floor(Math.random() * count);
const response = await fetch(`${api}?page=${Math.floor(at / 10) + 1}`);
const { results } = await response.json();
console.log(results[at % 10].name);
