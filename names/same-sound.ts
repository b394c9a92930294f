import { findName } from './find-name.ts';
import type { Names } from './names.ts';
import { toSoundKey } from './sound/sound-key.ts';

/** The names that sound like this one, itself included. For a listed name the file has them; for any other name the sound key is computed. */
export function findSameSound(names: Names, written: string): number[] {
  const name = findName(names, written);
  if (name >= 0) return followRing(names, name);
  const key = toSoundKey(written);
  const found = key === '' ? undefined : keysOf(names).get(key);
  return found === undefined ? [] : followRing(names, found);
}

export function followRing({ nextSameSound }: Names, name: number): number[] {
  const ring = [name];
  for (let next = nextSameSound[name] as number; next !== name; next = nextSameSound[next] as number)
    ring.push(next);
  return ring;
}

const keys = new WeakMap<Names, Map<string, number>>();

/** One name of each sound by its key. Computed once, in a few hundredths of a second, for the first name that is not listed. */
function keysOf(names: Names): Map<string, number> {
  let known = keys.get(names);
  if (!known) {
    known = new Map();
    // The last of each ring is followed by an earlier one or by itself.
    for (const [name, spelling] of names.spellings.entries())
      if ((names.nextSameSound[name] as number) <= name) known.set(toSoundKey(spelling), name);
    keys.set(names, known);
  }
  return known;
}
