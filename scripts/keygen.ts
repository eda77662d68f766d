/** `npm run keygen`: makes a key to sign releases with. */
import { command, run } from "./console/command.ts";
import { createKeyFiles } from "./signing/key-file.ts";

const program = command("keygen", "Make a key to sign releases with.")
	.argument(
		"[file]",
		"where to write the secret key; the public key goes to FILE.pub",
		"instants.key",
	)
	.action((file: string) => {
		const publicKey = createKeyFiles(file);
		console.log(`Wrote ${file}, the secret key. Keep a copy in a safe place, and never publish it.
Wrote ${file}.pub, the public key, for those who mirror or check your releases:
  ${publicKey}
Sign a release: npm run build -- --sign ${file} --serial 1 --published 2026-01-31`);
	});

await run(program);
