/** The API, served by Fastify and SQLite, with FTS5 over the names. https://www.sqlite.org/fts5.html */
import { DatabaseSync } from "node:sqlite";
import fastify from "fastify";
import { envelope, PAGE_SIZE, readClips } from "./listing.mjs";

const db = new DatabaseSync(":memory:");
db.exec(`
	CREATE TABLE clips (id INTEGER PRIMARY KEY, row TEXT);
	CREATE VIRTUAL TABLE names USING fts5(name, tokenize = 'unicode61 remove_diacritics 2', prefix = '3 4');
	BEGIN
`);
const addClip = db.prepare("INSERT INTO clips VALUES (?, ?)");
const addName = db.prepare("INSERT INTO names (rowid, name) VALUES (?, ?)");
for (const [id, clip] of readClips().entries()) {
	addClip.run(id, JSON.stringify(clip));
	addName.run(id, clip.name);
}
db.exec("COMMIT");

const counted = db.prepare("SELECT count(*) AS count FROM clips").get().count;
const listed = db.prepare("SELECT row FROM clips ORDER BY id LIMIT ? OFFSET ?");
const matches = db.prepare("SELECT count(*) AS count FROM names WHERE names MATCH ?");
const found = db.prepare(`
	SELECT row FROM names JOIN clips ON clips.id = names.rowid
	WHERE names MATCH ? ORDER BY rank, names.rowid LIMIT ? OFFSET ?
`);

const app = fastify();
app.get("/api/v1/instants/", ({ query: { name = "", page: asked = "1" } }, reply) => {
	const page = Number(asked);
	const from = (page - 1) * PAGE_SIZE;
	// Every word of the query must be a prefix of a word in the name.
	const match = name.replaceAll('"', '""').replaceAll(/\S+/g, '"$&"*');
	const count = name === "" ? counted : matches.get(match).count;
	const rows = name === "" ? listed.all(PAGE_SIZE, from) : found.all(match, PAGE_SIZE, from);
	reply.type("application/json");
	const clips = rows.map(({ row }) => JSON.parse(row));
	return envelope(count, page, clips);
});
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
