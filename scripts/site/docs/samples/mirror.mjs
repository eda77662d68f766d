import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const site = "http://localhost:3000";

/** @param {string} path @param {string} sha256 */
async function copy(path, sha256) {
	if (path.split("/").includes("..")) throw new Error(`${path} is outside the tree`);
	const encoded = path.split("/").map(encodeURIComponent).join("/");
	const response = await fetch(`${site}/${encoded}`);
	const bytes = new Uint8Array(await response.arrayBuffer());
	const sum = createHash("sha256").update(bytes).digest("hex");
	if (sum !== sha256) throw new Error(`${path} is damaged or from another build: start again`);
	await mkdir(dirname(join("mirror", path)), { recursive: true });
	await writeFile(join("mirror", path), bytes);
	return bytes;
}

const latest = await (await fetch(`${site}/latest.json`)).text();
const manifest = await copy("manifest.json", JSON.parse(latest).manifest.sha256);
const { files } = JSON.parse(new TextDecoder().decode(manifest));
for (const { path, sha256 } of files) await copy(path, sha256);
// Last, so that it never names files that are not there.
await writeFile("mirror/latest.json", latest);
console.log("complete");
