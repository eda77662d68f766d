/**
 * What a client needs to search the published index by itself, in one module that is published
 * beside it: MiniSearch, and the options the index was made with.
 */
export { default as MiniSearch } from "minisearch";
export { searchOptions } from "./options.ts";
