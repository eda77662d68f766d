/** The sound of a dome without a clip. */
const SQUEAK_S = 0.18;

/** @param volume 0 to 1 */
export function squeak(volume: number): void {
	const context = new AudioContext();
	const tone = new OscillatorNode(context, { type: "triangle" });
	const level = new GainNode(context);
	tone.frequency.setValueCurveAtTime([700, 1500, 1100], 0, SQUEAK_S);
	level.gain.setValueCurveAtTime([0, volume / 3, 0], 0, SQUEAK_S);
	tone.connect(level).connect(context.destination);
	tone.onended = () => context.close();
	tone.start();
	tone.stop(SQUEAK_S);
}
