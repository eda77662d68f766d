/** The texts of a card without a clip, for each error of the API. Both the HTML and scripts use them. */
export const ABSENCE = {
	"Not found.": { title: "Page not found", text: "There is nothing at this address." },
	"Gone.": { title: "This clip was removed", text: "It will not come back." },
} as const;

export type Absence = keyof typeof ABSENCE;
