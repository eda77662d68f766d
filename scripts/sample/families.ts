/** The hand-made table that says what each slug should sound like. */
import type { Dice } from "./dice.ts";
import * as animals from "./recipes/animals.ts";
import * as bells from "./recipes/bells.ts";
import * as creatures from "./recipes/creatures.ts";
import * as impacts from "./recipes/impacts.ts";
import * as machines from "./recipes/machines.ts";
import * as nature from "./recipes/nature.ts";
import * as signals from "./recipes/signals.ts";
import * as tunes from "./recipes/tunes.ts";
import type { Clip } from "./voice.ts";

type Recipe = (dice: Dice) => Clip;

/** Each recipe with the words of slugs that call for it; the longest that a slug holds decides. */
const FAMILIES: readonly (readonly [Recipe, string])[] = [
	[impacts.boom, "boom big-boom dokaan mpoum bum bumi buum tuum dhamaka kwang"],
	[impacts.distantBoom, "sonic-boom boom-deep"],
	[impacts.smallBoom, "tiny-boom boom-small boom-question"],
	[impacts.booms, "boom-boom"],
	[impacts.echoingBoom, "boom-echo"],
	[impacts.kick, "kick boom-dry"],
	[impacts.longKick, "kick-long"],
	[impacts.cymbal, "cymbal"],
	[impacts.drumRoll, "drum-roll"],
	[impacts.rimshot, "rimshot"],
	[impacts.beat, "beat boom-clap boom-tss"],
	[impacts.clap, "clap"],
	[impacts.slowClap, "slow-clap"],
	[impacts.applause, "applause"],
	[impacts.knock, "knock bonk meeting-adjourned mic-drop"],
	[impacts.pan, "pan bonk-2"],
	[impacts.crack, "whip crack"],
	[impacts.crunch, "crunch brulee-crack"],
	[impacts.thunder, "thunder thrumuvedur hong-long"],
	[impacts.cobbles, "cobbles strasse"],
	[bells.bell, "bell"],
	[bells.handBell, "times-up mandir"],
	[bells.doorbell, "doorbell jaras-albab"],
	[bells.ting, "ding ping 50-50 ramen-kansei-bell"],
	[bells.gong, "gong kai-men"],
	[bells.coin, "coin"],
	[bells.coins, "coin-x100"],
	[bells.cashRegister, "cash-register"],
	[bells.telephone, "telephone"],
	[bells.tickTock, "tick-tock awkward-pause"],
	[bells.tram, "tram-bell"],
	[bells.sparkle, "sparkle chukhahaeyo"],
	[tunes.fanfare, "fanfare"],
	[tunes.tada, "tada"],
	[tunes.levelUp, "level-up"],
	[tunes.gameOver, "game-over"],
	[tunes.trombone, "trombone"],
	[tunes.sting, "dun-dun"],
	[tunes.right, "right approved"],
	[tunes.wrong, "wrong error"],
	[tunes.question, "why que"],
	[tunes.countdown, "1-2-3-go"],
	[tunes.countdownToBoom, "3-2-1-boom"],
	[tunes.accents, "three-bangs"],
	[tunes.kazoo, "kazoo"],
	[tunes.pluck, "bold-move one-more"],
	[tunes.guitar, "rock-and-roll"],
	[signals.airHorn, "horn loud"],
	[signals.funnyHorn, "ha-ha-horn"],
	[signals.foghorn, "foghorn vapuru"],
	[signals.trainWhistle, "train-whistle"],
	[signals.siren, "siren"],
	[signals.alarm, "alarm panic"],
	[signals.beep, "beep"],
	[signals.sonar, "submarine-ping"],
	[machines.laser, "laser"],
	[machines.lasers, "laser-pew-pew"],
	[machines.teleport, "teleport"],
	[machines.powerUp, "power-up"],
	[machines.powerDown, "power-down"],
	[machines.glitch, "glitch"],
	[machines.robot, "robot"],
	[machines.ufo, "ufo"],
	[machines.modem, "modem"],
	[machines.typewriter, "typewriter"],
	[machines.zipper, "zipper"],
	[machines.scratch, "scratch"],
	[machines.cassette, "boombox"],
	[machines.barrier, "boom-barrier"],
	[machines.rocket, "liftoff"],
	[creatures.laugh, "ha kha cha"],
	[creatures.oneLaugh, "ha-9 ha-no ha-short"],
	[creatures.evilLaugh, "evil-laugh"],
	[creatures.nervousLaugh, "nervous"],
	[creatures.jollyLaugh, "ho-ho"],
	[creatures.familyLaugh, "family-ha"],
	[creatures.robotLaugh, "robot-ha"],
	[creatures.robotSneeze, "robot-sneeze"],
	[creatures.wow, "wow"],
	[creatures.nope, "nope"],
	[creatures.shout, "yes a-ha"],
	[creatures.deepVoice, "booming-voice"],
	[creatures.muffled, "mute"],
	[creatures.chatter, "chatter"],
	[creatures.yawn, "monday"],
	[creatures.sneeze, "sneeze chkhnuv"],
	[creatures.slurp, "slurp"],
	[animals.meow, "cat"],
	[animals.bark, "dog"],
	[animals.quack, "duck"],
	[animals.squeak, "rubber-duck"],
	[animals.rooster, "rooster"],
	[animals.bleat, "goat"],
	[animals.crickets, "crickets"],
	[animals.cuckoo, "cuckoo"],
	[nature.drip, "drip"],
	[nature.drips, "drip-drip"],
	[nature.bubbles, "bubble"],
	[nature.pop, "pop"],
	[nature.splash, "splash boom-wet"],
	[nature.whoosh, "whoosh"],
	[nature.spinning, "boomerang"],
	[nature.kettle, "kettle ocha-no-jikan"],
	[nature.coffee, "coffees-ready"],
	[nature.spring, "boing"],
	[nature.tumble, "whoopsie boom-and-bust"],
	[nature.slideUp, "slide-whistle-up"],
	[nature.slideDown, "slide-whistle-down"],
	[nature.peaWhistle, "whistle"],
	[nature.sambaWhistle, "samba-whistle"],
	[nature.party, "party friday"],
];

const RECIPE_OF = new Map(
	FAMILIES.flatMap(([recipe, phrases]) => phrases.split(" ").map((phrase) => [phrase, recipe])),
);

/** The clip for a slug; a slug that the table does not know gets any recipe, always the same one. */
export function clipFor(slug: string, dice: Dice): Clip {
	const recipe = recipeFor(slug) ?? FAMILIES[dice.whole(0, FAMILIES.length - 1)]?.[0];
	if (!recipe) throw new Error("the table of families is empty");
	return recipe(dice);
}

function recipeFor(slug: string): Recipe | undefined {
	const words = `-${slug.replaceAll("_", "-")}-`;
	const fitting = [...RECIPE_OF.keys()].filter((phrase) => words.includes(`-${phrase}-`));
	const longest = fitting.reduce(
		(best, phrase) => (phrase.length > best.length ? phrase : best),
		"",
	);
	return RECIPE_OF.get(longest);
}
