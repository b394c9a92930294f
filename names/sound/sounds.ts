/** Which of the characters of to-sounds.ts are vowels. */
export function isVowelSound(sound: string): boolean {
  return (sound >= 'a' && sound <= 'z') || isLongVowel(sound);
}

export function isLongVowel(sound: string): boolean {
  return sound >= '1' && sound <= '8';
}

/** Each vowel that is said is a syllable. */
export function countSyllables(sounds: string): number {
  let count = 0;
  for (const sound of sounds) if (isVowelSound(sound)) count++;
  // `Brnd` and the like cannot be said in none.
  return Math.max(1, count);
}

export function hasVowel(sounds: string): boolean {
  for (let at = 0; at < sounds.length; at++) if (isVowelSound(sounds.charAt(at))) return true;
  return false;
}
