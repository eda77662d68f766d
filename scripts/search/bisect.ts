/** Looking things up in sorted lists. */

/** How many items at the beginning of a sorted list fulfil a condition, by bisection. */
export function countWhere(items: readonly string[], holds: (item: string) => boolean): number {
	let low = 0;
	let high = items.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (holds(items[middle] ?? "")) low = middle + 1;
		else high = middle;
	}
	return low;
}
