import { foldLetters } from './fold-letters.ts';
import { irregularBeginnings, irregularNames } from './irregular-names.ts';
import { readConsonant } from './read-consonant.ts';
import { readVowels } from './read-vowels.ts';

/**
 * A name as it is said, one character a sound. Consonants are capitals (C as in chair, X as in she, 0 as in thin); vowels are small letters where they are
 * short and figures where they are long: 1 day, 2 see, 3 my, 4 go, 5 too, 6 law, 7 boy, 8 the e of
 * Gabrielle. Rules for English given names, not for English: in them
 * `-leigh` is said as `-ly`, and `ch` before `r` as `k`.
 */
export function toSounds(name: string): string {
  const word = respell(foldLetters(name));
  let sounds = '';
  for (let at = 0; at < word.length; ) {
    const read = isVowelAt(word, at) ? readVowels(word, at, sounds) : readConsonant(word, at);
    sounds += read.sounds;
    at += read.length;
  }
  return sounds;
}

const maxBeginningLength = Math.max(...irregularBeginnings.map(([written]) => written.length));
const beginnings = new Map(irregularBeginnings);

function respell(word: string): string {
  const whole = Object.hasOwn(irregularNames, word) ? irregularNames[word] : undefined;
  if (whole !== undefined) return whole;
  for (let length = Math.min(maxBeginningLength, word.length); length > 1; length--) {
    const said = beginnings.get(word.slice(0, length));
    if (said !== undefined) return said + word.slice(length);
  }
  return word;
}

/** `y` is a vowel unless a vowel follows it at the beginning of the name. */
function isVowelAt(word: string, at: number): boolean {
  const letter = word[at] ?? '';
  if (letter === 'y') return at > 0 || !isVowel(word[1]);
  return isVowel(letter);
}

export function isVowel(letter: string | undefined): boolean {
  return (
    letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u' || letter === 'y'
  );
}
