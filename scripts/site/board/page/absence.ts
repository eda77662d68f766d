/** What a card says if there is no clip, by what the API says: in the HTML, and once a script has asked. */
export const ABSENCE = {
	"Not found.": { title: "Page not found", text: "There is nothing at this address." },
	"Gone.": { title: "This clip was removed", text: "It will not come back." },
} as const;

export type Absence = keyof typeof ABSENCE;
