import { editDistance } from '../edit-distance.ts';
import { readCpuClock } from './cpu-clock.ts';
import type { IndexReader } from './index-reader.ts';

/** Words of the index by length, for finding the one that was meant. They may be of hidden pages: the caller checks each candidate. */
export interface Vocabulary {
  /** Reads the words that are new. Stops at the deadline: the next call continues. */
  load(reader: IndexReader, deadline: number): void;
  /** Words that differ by one letter, or by two from a word of eight letters or more; the nearest first. */
  near(word: string): { word: string; distance: number }[];
}

interface Bucket {
  words: string[];
  /** Which letters each word has: words with too different letters need no comparison. */
  masks: number[];
}

const wordsAtOnce = 5000;
const shortest = 4;
const longForTwo = 8;

export function createVocabulary(): Vocabulary {
  const buckets = new Map<number, Bucket>();
  let lastId = 0;

  function add(word: string): void {
    const bucket = buckets.get(word.length) ?? { words: [], masks: [] };
    buckets.set(word.length, bucket);
    bucket.words.push(word);
    bucket.masks.push(toMask(word));
  }

  return {
    load(reader, deadline) {
      while (readCpuClock() < deadline) {
        const found = reader.readWords(lastId, wordsAtOnce);
        for (const { word } of found) add(word);
        lastId = found.at(-1)?.id ?? lastId;
        if (found.length < wordsAtOnce) return;
      }
    },
    near(word) {
      if (word.length < shortest || !/^\p{L}+$/u.test(word)) return [];
      const max = word.length >= longForTwo ? 2 : 1;
      const mask = toMask(word);
      const found: { word: string; distance: number }[] = [];
      for (let length = word.length - max; length <= word.length + max; length += 1) {
        const { words, masks } = buckets.get(length) ?? { words: [], masks: [] };
        for (let index = 0; index < words.length; index += 1) {
          if (countBits(mask ^ (masks[index] ?? 0)) > 2 * max) continue;
          const candidate = words[index] ?? '';
          const distance = editDistance(word, candidate, max);
          if (distance > 0 && distance <= max) found.push({ word: candidate, distance });
        }
      }
      const first = word[0];
      return found.sort(
        (a, b) => a.distance - b.distance || Number(b.word[0] === first) - Number(a.word[0] === first),
      );
    },
  };
}

function toMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask;
}

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
