/** Describes the pointer, the one published file that programs ask for by themselves: it says whether anything has changed. */
import type { PathItem } from "./answer.ts";
import { ref } from "./schemas.ts";

export function pointerEndpoint(): PathItem {
	return {
		get: {
			operationId: "readPointer",
			tags: ["files"],
			summary: "Which build is published",
			description:
				"Small: read it to find out whether anything has changed. It names the first index files of the store, which holds the whole catalogue, and of the manifest, which lists all other files.",
			responses: {
				200: {
					description: "The pointer.",
					content: { "application/json": { schema: ref("Pointer") } },
				},
				404: { description: "Nothing is published here. The body depends on the host." },
			},
		},
	};
}
