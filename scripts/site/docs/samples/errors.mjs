const response = await fetch("http://localhost:3000/api/v1/instants/?page=0");
if (!response.ok) {
	const { detail, name } = await response.json();
	console.log(response.status, detail ?? name.join(" "));
}
