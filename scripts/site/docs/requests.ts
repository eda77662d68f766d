/** How the API reads a request, where neither the parameters nor the statuses of the reference say it. */
import { html } from "hono/html";
import type { Section } from "./guides.ts";

export const REQUESTS: Section = {
	id: "requests",
	title: "How requests are read",
	body: html`
<p>The API answers as Django REST framework’s <code>PageNumberPagination</code> does.</p>
<ul>
	<li>If several things are wrong, the first of these decides the answer: <code>format</code>, the method, U+0000 in <code>name</code>, <code>page</code>.</li>
	<li>Links are complete URLs. They repeat every value given for <code>name</code> and <code>format</code>, even if a parameter comes twice, and leave out unknown parameters. <code>previous</code> on page 2 has no <code>page</code>.</li>
	<li>A <code>%</code> that does not begin an escape is taken literally. Bytes that are not UTF-8 become U+FFFD.</li>
</ul>`,
};
