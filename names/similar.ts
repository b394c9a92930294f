import { entryFor } from './name-row.ts';
import type { Names } from './names.ts';
import { followRing } from './same-sound.ts';

/** A similar name, and the reason. */
export interface SimilarName {
  name: string;
  reason: SimilarReason;
}

export type SimilarReason =
  | { kind: 'sound' }
  | { kind: 'ending'; letters: string }
  | { kind: 'beginning'; letters: string }
  | { kind: 'era'; peak: number };

const perKind = { sound: 3, ending: 4, beginning: 3, era: 4 } as const;

/** Names of the same sex, nearest in frequency first, each for one reason: the first of these that holds. */
export function findSimilar(names: Names, name: number): SimilarName[] {
  const entry = entryFor(names, name);
  const spelling = names.spellings[name] ?? '';
  const ring = new Set(followRing(names, name));
  const ending = spelling.slice(-Math.min(4, Math.max(2, spelling.length - 2)));
  const beginning = spelling.slice(0, Math.min(3, spelling.length - 1));
  const found: Record<SimilarReason['kind'], TopScores> = {
    sound: createTopScores(perKind.sound),
    ending: createTopScores(perKind.ending),
    beginning: createTopScores(perKind.beginning),
    era: createTopScores(perKind.era),
  };
  const own = names.totals[entry] as number;
  const peak = names.peaks[entry] as number;
  // A very rare name is no suggestion, unless the given name is as rare.
  const least = Math.min(1000, own / 2);
  for (let other = 0; other < names.spellings.length; other++) {
    const total = names.totals[2 * other + (entry & 1)] as number;
    if (total < least || other === name) continue;
    const nearness = -Math.abs(Math.log(total / own));
    if (ring.has(other)) found.sound.add(other, total);
    else if ((names.spellings[other] as string).endsWith(ending)) found.ending.add(other, nearness);
    else if (Math.abs((names.peaks[2 * other + (entry & 1)] as number) - peak) <= 2)
      found.era.add(other, nearness);
    else if ((names.spellings[other] as string).startsWith(beginning)) found.beginning.add(other, nearness);
  }
  const list = (kind: SimilarReason['kind'], toReason: (other: number) => SimilarReason) =>
    found[kind].list().map((other) => ({ name: names.spellings[other] ?? '', reason: toReason(other) }));
  return [
    ...list('sound', () => ({ kind: 'sound' })),
    ...list('ending', () => ({ kind: 'ending', letters: ending })),
    ...list('era', (other) => ({ kind: 'era', peak: names.peaks[2 * other + (entry & 1)] ?? peak })),
    ...list('beginning', () => ({ kind: 'beginning', letters: beginning })),
  ];
}

interface TopScores {
  add(name: number, score: number): void;
  list(): number[];
}

/** Keeps the few with the highest score, in order. */
function createTopScores(size: number): TopScores {
  const best: { name: number; score: number }[] = [];
  return {
    add(name, score) {
      const last = best[size - 1];
      if (last && score <= last.score) return;
      const at = best.findIndex((each) => each.score < score);
      best.splice(at < 0 ? best.length : at, 0, { name, score });
      if (best.length > size) best.pop();
    },
    list: () => best.map(({ name }) => name),
  };
}
