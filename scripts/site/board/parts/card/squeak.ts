/** The sound of a dome that has no clip. */

/** Hertz at the beginning, in the middle and at the end. */
const PITCH = new Float32Array([700, 1500, 1100]);
const SQUEAK_S = 0.18;

/** @param volume 0 to 1 */
export function squeak(volume: number): void {
	const context = new AudioContext();
	const tone = new OscillatorNode(context, { type: "triangle" });
	const level = new GainNode(context);
	const now = context.currentTime;
	tone.frequency.setValueCurveAtTime(PITCH, now, SQUEAK_S);
	// It begins and ends at nothing, as a sound that is cut clicks.
	level.gain.setValueCurveAtTime([0, volume / 3, 0], now, SQUEAK_S);
	tone.connect(level).connect(context.destination);
	tone.onended = () => void context.close();
	tone.start();
	tone.stop(now + SQUEAK_S);
}
