import { foldLetters } from './sound/fold-letters.ts';
import { countSyllables, isVowelSound } from './sound/sounds.ts';
import { toSounds } from './sound/to-sounds.ts';

/** How a first name goes with a surname. Pure, and small enough for the browser, so that no surname has to leave it. */
export interface SurnameFinding {
  kind: 'initials' | 'rhyme' | 'clash' | 'rhythm';
  /** Whether there is something to think about. */
  isGood: boolean;
  message: string;
}

/** Initials with another meaning. */
const awkwardInitials = new Set([
  'AH',
  'BJ',
  'BM',
  'BO',
  'BS',
  'DT',
  'FA',
  'FU',
  'KO',
  'OD',
  'PP',
  'PU',
  'SM',
  'SS',
  'VD',
  'WC',
]);

/** Undefined when one of the two cannot be read aloud: no letters, or those of another script. */
export function checkSurname(first: string, surname: string): SurnameFinding[] | undefined {
  // Of several surnames, the first one follows the first name and the last one ends the whole name.
  const parts = surname.split(/[\s-]+/).filter((part) => foldLetters(part) !== '');
  const one = toSounds(first);
  const next = toSounds(parts[0] ?? '');
  const last = toSounds(parts.at(-1) ?? '');
  if (one === '' || next === '' || last === '') return undefined;
  return [
    checkInitials(first, parts.at(-1) ?? ''),
    checkRhyme(one, last),
    checkClash(one, next),
    checkRhythm(
      countSyllables(one),
      parts.reduce((sum, part) => sum + countSyllables(toSounds(part)), 0),
    ),
  ];
}

function checkInitials(first: string, surname: string): SurnameFinding {
  const initials = (foldLetters(first).charAt(0) + foldLetters(surname).charAt(0)).toUpperCase();
  const shown = `${initials.charAt(0)}. ${initials.charAt(1)}.`;
  const isGood = !awkwardInitials.has(initials);
  return { kind: 'initials', isGood, message: isGood ? shown : `${shown} may be read as something else.` };
}

function checkRhyme(one: string, other: string): SurnameFinding {
  const isGood = toRhyme(one) !== toRhyme(other);
  return {
    kind: 'rhyme',
    isGood,
    message: isGood ? 'They do not rhyme.' : 'They end on the same sound: they rhyme.',
  };
}

/** From the last vowel on; where that is an unstressed ending, from the vowel before it. */
function toRhyme(sounds: string): string {
  const vowels = [...sounds].flatMap((sound, at) => (isVowelSound(sound) ? [at] : []));
  const from = vowels.length > 1 ? vowels.at(-2) : vowels[0];
  const ending = sounds.slice(from);
  // Short vowels before the last consonant all sound alike: Mason, Grayson.
  return ending.replace(/[aeiou](?=[A-Z0]+$)/, (vowel, at: number) => (at > 0 ? '' : vowel));
}

function checkClash(one: string, next: string): SurnameFinding {
  const end = one.at(-1) ?? '';
  const start = next.charAt(0);
  if (isVowelSound(end) && isVowelSound(start))
    return {
      kind: 'clash',
      isGood: false,
      message: 'One ends and the other begins with a vowel: they may run together.',
    };
  const isSame = end === start || (end === 'S' && start === 'Z');
  if (isSame)
    return {
      kind: 'clash',
      isGood: false,
      message: 'The last sound of the one begins the other: they may run together.',
    };
  if (one.charAt(0) === start && !isVowelSound(start))
    return {
      kind: 'clash',
      isGood: true,
      message: 'Both begin with the same sound, which some people like.',
    };
  return { kind: 'clash', isGood: true, message: 'Each can be heard by itself.' };
}

function checkRhythm(one: number, other: number): SurnameFinding {
  const count = `${one} + ${other} ${one + other === 2 ? 'beats' : 'syllables'}`;
  if (one === 1 && other === 1)
    return { kind: 'rhythm', isGood: false, message: `${count}: short and abrupt.` };
  if (one + other >= 7) return { kind: 'rhythm', isGood: false, message: `${count}: long to say.` };
  const message = one === other ? `${count}: an even beat.` : `${count}: a good rhythm.`;
  return { kind: 'rhythm', isGood: true, message };
}
