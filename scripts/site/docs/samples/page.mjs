let url = "http://localhost:3000/api/v1/instants/";
while (url) {
	const page = await (await fetch(url)).json();
	for (const clip of page.results) console.log(clip.name, clip.sound);
	url = page.next;
}
