const response = await fetch("http://localhost:3000/v1/instants/all.ndjson");
const lines = (await response.text()).trimEnd().split("\n");
const clips = lines.map((line) => JSON.parse(line));
console.log(clips.length);
