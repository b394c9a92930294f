import type { Read } from './read-consonant.ts';
import { hasVowel } from './sounds.ts';

/**
 * The sound of the vowels at a place. `said` is what was read before: the first vowel of a name is read with more care than the others, because that is
 * the one that tells names apart.
 */
export function readVowels(word: string, at: number, said: string): Read {
  const isFirst = !hasVowel(said);
  const rest = word.slice(at);
  if (!isFirst && rest === 'es' && /[a-z1-8][NLMKPTV]$/.test(said)) return { sounds: '', length: 1 };
  for (const rule of rulesByLetter.get(rest.charCodeAt(0)) ?? []) {
    if (rule.only && !isPlaced(rule.only, at, isFirst)) continue;
    const length = findLength(rule, rest);
    if (length > 0) return { sounds: rule.sounds, length };
  }
  return readSingle(word, at, isFirst);
}

function isPlaced(only: NonNullable<Rule['only']>, at: number, isFirst: boolean): boolean {
  if (only === 'beginning') return at === 0;
  return isFirst === (only === 'first');
}

/** How many letters the rule takes here; 0 if it does not fit. */
function findLength({ letters, before, end }: Rule, rest: string): number {
  if (!rest.startsWith(letters)) return 0;
  if (end) return rest.length === letters.length ? letters.length : 0;
  if (before && !before.test(rest.slice(letters.length))) return 0;
  return letters.length;
}

interface Rule {
  letters: string;
  sounds: string;
  /** Fits only at the end of the name. */
  end?: boolean;
  /** Fits only if this stands after the letters. */
  before?: RegExp;
  /** `first` is the first vowel of the name, `beginning` its first letter. */
  only?: 'beginning' | 'first' | 'later';
}

/** `ie ye` are two rules of one kind. */
function rules(letters: string, sounds: string, when: Omit<Rule, 'letters' | 'sounds'> = {}): Rule[] {
  return letters.split(' ').map((each) => ({ letters: each, sounds, ...when }));
}

/** More than one letter, or a letter whose ending decides. The first that fits is taken. */
const groupRules: readonly Rule[] = [
  // Endings
  ...rules('eigh ey eye ee ie i y ye ieh ih yh eeh', '2', { end: true, only: 'later' }),
  ...rules('e', '', { end: true, only: 'later' }),
  ...rules('ya yah', '3a', { end: true, only: 'first' }),
  ...rules('y ye yy', '3', { end: true, only: 'first' }),
  ...rules('ae ay aye ai ei eh', '1', { end: true }),
  ...rules('o oh oe ow eau eaux ot', '4', { end: true }),
  ...rules('u ue oo ou ew uh', '5', { end: true }),
  ...rules('ielle', '28L', { end: true }),
  ...rules('iel', '2eL', { end: true }),
  ...rules('ique', '2K', { end: true }),
  ...rules('e', '2', { before: /^ne$/ }),
  // Two vowels, each said by itself
  ...rules('ay ai', '3', { before: /^ah?$/ }),
  ...rules('ay ai', '1', { before: /^[ou]/ }),
  ...rules('i', '2', { before: /^ah?$|^an?na/ }),
  ...rules('y', '3', { before: /^[aeou]/, only: 'first' }),
  ...rules('i', '3', { before: /^[ao]|^en$/, only: 'first' }),
  ...rules('ie', '2e', { before: /^n$|^nne$/ }),
  ...rules('i y', '2', { before: /^[aou]/, only: 'later' }),
  ...rules('e', '2', { before: /^ah?$|^an?na|^anne|^o/ }),
  ...rules('o', '4', { before: /^ah?$|^e[ly]|^ie|^ee/ }),
  ...rules('u', '5', { before: /^[aeio]/ }),
  ...rules('a', '1', { before: /^o/ }),
  // Two letters for one vowel
  ...rules('augh', '6'),
  ...rules('eigh', '1'),
  ...rules('igh', '3'),
  ...rules('ai', 'e', { before: /^r(?![aeiouy]?$)/ }),
  ...rules('au aw', 'o', { before: /^r/ }),
  ...rules('au', '6'),
  ...rules('aw', '6', { before: /^(?![aeiouy])/ }),
  ...rules('ai ay ae ey', '1'),
  ...rules('aa', 'a'),
  ...rules('ei', '3', { only: 'beginning' }),
  ...rules('ee ei ea ie', '2'),
  ...rules('ew', '5', { before: /^(?![aeiouy])/ }),
  ...rules('eu oo ou', '5'),
  ...rules('oa', '4'),
  ...rules('ow', '4', { before: /^(?![aeiouy])/ }),
  ...rules('oi oy', '7'),
];

const rulesByLetter = new Map<number, Rule[]>();
for (const rule of groupRules) {
  const letter = rule.letters.charCodeAt(0);
  rulesByLetter.set(letter, [...(rulesByLetter.get(letter) ?? []), rule]);
}

const short: Readonly<Record<string, string>> = { a: 'a', e: 'e', i: 'i', o: 'o', u: 'u', y: 'i' };

/** One consonant that is said as one, and a vowel after it: the vowel before them is open and may be long. */
const open = /^(?:gh|[bcdfgjklmnprstvwz])(?=[aeiouy])/;

function readSingle(word: string, at: number, isFirst: boolean): Read {
  const letter = word[at] ?? '';
  const rest = word.slice(at + 1);
  const consonant = open.exec(rest)?.[0];
  const isOpen = consonant !== undefined;
  const after = rest.slice(consonant?.length ?? 0);
  const length = 1;
  // A silent e makes it long wherever it stands; otherwise only the first vowel of a short name is.
  const beforeSilentE = isOpen && /^es?$/.test(after);
  const inShortName = isOpen && isFirst && /^[aeiouy]+[^aeiouy]*$/.test(after);
  switch (letter) {
    case 'a':
      if (rest[0] === 'r') break;
      if (beforeSilentE || (inShortName && /^(?:e|o|y(?![aeiou])|ie|i$)/.test(after)))
        return { sounds: '1', length };
      break;
    case 'e':
      if (beforeSilentE && isFirst) return { sounds: '2', length };
      if (isOpen && isFirst && /^a(?:h|n)?$/.test(after)) return { sounds: '2', length };
      if (/^na$/.test(rest)) return { sounds: '2', length };
      break;
    case 'i':
    case 'y':
      return {
        sounds: readI(letter, rest, word[at - 1] ?? '', { isFirst, beforeSilentE, inShortName }),
        length,
      };
    case 'o':
      if (beforeSilentE) return { sounds: '4', length };
      break;
    case 'u':
      if (isOpen) return { sounds: '5', length };
      break;
  }
  return { sounds: short[letter] ?? '', length };
}

interface Place {
  isFirst: boolean;
  beforeSilentE: boolean;
  inShortName: boolean;
}

function readI(
  letter: string,
  rest: string,
  before: string,
  { isFirst, beforeSilentE, inShortName }: Place,
): string {
  // `Catherine`, `Jasmine`, `Madeline`, but `Christine`, `Josephine`.
  if (!isFirst && letter === 'i' && rest === 'ne') return /[rlm]/.test(before) ? 'i' : '2';
  if (letter === 'y' && rest === 'ne') return 'i';
  if (beforeSilentE) return isFirst ? '3' : 'i';
  if (letter === 'i' && /^[nstzr]ah?$/.test(rest)) return '2';
  if (letter === 'i' && isFirst && /^[lmvkd]ah?$/.test(rest)) return '2';
  if (letter === 'y' && inShortName) return '3';
  if (inShortName && /^.(?:e|o$)/.test(rest)) return '3';
  return 'i';
}
