/** The service worker. */
import type { Build } from "./build.ts";

declare const BUILD: Build;
console.debug(BUILD.contents);
