const query = new URLSearchParams({ name: "drum roll" });
const response = await fetch(`http://localhost:3000/api/v1/instants/?${query}`);
const { count, results } = await response.json();
console.log(count, results[0]?.name);
