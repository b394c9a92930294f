import { findName, normalizeName } from './find-name.ts';
import type { Names } from './names.ts';
import { findSameSound } from './same-sound.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** A longer text is no name that was mistyped. */
const maxLength = 20;

/** The most frequent names that sound like a text, or differ from it by one letter: what may have been meant by a name that is not listed. */
export function findNearNames(names: Names, written: string, count: number): string[] {
  const name = normalizeName(written);
  if (name === '' || name.length > maxLength) return [];
  const found = new Set(findSameSound(names, name));
  for (const spelling of listMistypings(name)) {
    const near = findName(names, spelling);
    if (near >= 0) found.add(near);
  }
  const total = (near: number) => (names.totals[2 * near] as number) + (names.totals[2 * near + 1] as number);
  return [...found]
    .sort((one, other) => total(other) - total(one))
    .slice(0, count)
    .flatMap((near) => names.spellings[near] ?? []);
}

/** All texts with one letter less, one more, another one, or two that changed places. */
function* listMistypings(name: string): Generator<string> {
  for (let at = 0; at <= name.length; at++) {
    const before = name.slice(0, at);
    const after = name.slice(at);
    yield before + after.slice(1);
    yield before + after.charAt(1) + after.charAt(0) + after.slice(2);
    for (const letter of letters) {
      yield before + letter + after;
      yield before + letter + after.slice(1);
    }
  }
}
