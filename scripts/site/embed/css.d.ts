/** Style sheets that a script takes as text. */
declare module "*.css" {
	const text: string;
	export default text;
}
