import { isLongVowel, isVowelSound } from './sounds.ts';
import { toSounds } from './to-sounds.ts';

/**
 * A key that all spellings of one name share. The consonants, the first vowel, every long vowel and the one at the end are kept; short vowels
 * between consonants are said so lightly that parents write any of them (Aiden, Aidan, Aidyn). Two vowels after one another leave a mark, so
 * that Brianna is not Brina.
 */
export function toSoundKey(name: string): string {
  return soundsToKey(toSounds(name));
}

export function soundsToKey(sounds: string): string {
  let key = '';
  let seenVowel = false;
  for (let at = 0; at < sounds.length; at++) {
    const sound = sounds[at] ?? '';
    if (!isVowelSound(sound)) {
      // `Maddie` with two ds and what two rules leave side by side are said once.
      if (sound !== sounds[at - 1]) key += sound;
      continue;
    }
    const follows = at > 0 && isVowelSound(sounds[at - 1] ?? '');
    const isLast = at === sounds.length - 1;
    if (!seenVowel || isLast || isLongVowel(sound)) key += sound;
    else if (follows) key += "'";
    seenVowel = true;
  }
  return key;
}
