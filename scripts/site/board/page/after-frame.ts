/** Does work that nobody waits for once the page has responded to a press, which slow devices would delay. */

/** Calls `act` after the next frame is drawn. https://web.dev/articles/optimize-inp#yield_to_allow_rendering_work_to_occur_sooner */
export function afterFrame(act: () => void): void {
	requestAnimationFrame(() => setTimeout(act));
}
