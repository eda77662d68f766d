const query = new URLSearchParams({ name: "dru" });
const response = await fetch(`http://localhost:3000/api/v1/instants/?${query}`);
const { results } = await response.json();
for (const { name, slug } of results) console.log(name, slug);
