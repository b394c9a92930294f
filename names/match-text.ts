import type { NameFilter } from './filter.ts';
import { findRange } from './find-name.ts';
import type { Names } from './names.ts';
import { findSameSound } from './same-sound.ts';
import { foldLetters } from './sound/fold-letters.ts';

/** The names with the letters and the sound of the filter, in alphabetical order; undefined for all of them. */
export function matchText(names: Names, filter: NameFilter): Uint32Array | undefined {
  const wanted: Uint32Array[] = [];
  const { starts, ends, part, sounds } = filter;
  if (starts !== '') wanted.push(hasOnlyLetters(starts) ? range(findRange(names, starts)) : none);
  if (ends !== '') wanted.push(hasOnlyLetters(ends) ? scan(names, `${foldLetters(ends)}\n`) : none);
  if (part !== '') wanted.push(hasOnlyLetters(part) ? scan(names, foldLetters(part)) : none);
  if (sounds !== '') wanted.push(hasOnlyLetters(sounds) ? findSound(names, sounds) : none);
  const [first, ...others] = wanted.sort((one, other) => one.length - other.length);
  return first && others.reduce(intersect, first);
}

const none = new Uint32Array();

/** The lists have the letters A to Z only; any other text matches no name. */
function hasOnlyLetters(text: string): boolean {
  return foldLetters(text).length === [...text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')].length;
}

function findSound(names: Names, sounds: string): Uint32Array {
  return Uint32Array.from(findSameSound(names, sounds)).sort();
}

function range({ from, to }: { from: number; to: number }): Uint32Array {
  const numbers = new Uint32Array(to - from);
  for (let at = 0; at < numbers.length; at++) numbers[at] = from + at;
  return numbers;
}

/** One search through all names as one text: several times as fast as a search in each name. */
function scan({ text, textStarts }: Names, wanted: string): Uint32Array {
  const found = new Uint32Array(textStarts.length);
  let count = 0;
  let name = 0;
  for (let at = text.indexOf(wanted); at >= 0; ) {
    while (name + 1 < textStarts.length && (textStarts[name + 1] as number) <= at) name++;
    found[count++] = name;
    // Continue with the next name: a second match in the same name adds nothing.
    const next = textStarts[name + 1];
    at = next === undefined ? -1 : text.indexOf(wanted, next);
  }
  return found.slice(0, count);
}

/** Both are in ascending order. */
function intersect(one: Uint32Array, other: Uint32Array): Uint32Array {
  const both = new Uint32Array(Math.min(one.length, other.length));
  let count = 0;
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    const left = one[a] as number;
    const right = other[b] as number;
    if (left === right) both[count++] = left;
    if (left <= right) a++;
    if (right <= left) b++;
  }
  return both.slice(0, count);
}
