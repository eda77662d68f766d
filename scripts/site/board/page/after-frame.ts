/** Puts off work until the page has responded to a press: on slow devices, it would delay the response. */

/** Calls `act` after the next frame is drawn. https://web.dev/articles/optimize-inp#yield_to_allow_rendering_work_to_occur_sooner */
export function afterFrame(act: () => void): void {
	requestAnimationFrame(() => setTimeout(act));
}
