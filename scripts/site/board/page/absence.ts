/** What a card without a clip says, for each error of the API: in the HTML, and when a script has asked. */
export const ABSENCE = {
	"Not found.": { title: "Page not found", text: "There is nothing at this address." },
	"Gone.": { title: "This clip was removed", text: "It will not come back." },
} as const;

export type Absence = keyof typeof ABSENCE;
