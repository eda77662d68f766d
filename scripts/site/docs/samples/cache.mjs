const url = "http://localhost:3000/api/v1/instants/";
const first = await fetch(url);
const page = await first.json();

// Browsers do this automatically.
const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
const second = await fetch(url, { headers, cache: "no-store" });
console.log(second.status, second.status === 304 ? page.count : "changed");
