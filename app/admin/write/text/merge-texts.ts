import { diff3Merge } from 'node-diff3';
import { splitLines } from './line-ends.ts';

export type MergePart =
  | { kind: 'same'; text: string }
  /** Both have changed the same lines. */
  | { kind: 'conflict'; mine: string; theirs: string };

export type MergeChoice = 'mine' | 'theirs' | 'both';

/** Brings two changed versions of a text together, line by line. Lines that only one of them has changed are taken from it. */
export function mergeTexts(base: string, mine: string, theirs: string): MergePart[] {
  const regions = diff3Merge(splitLines(mine), splitLines(base), splitLines(theirs), {
    excludeFalseConflicts: true,
  });
  return regions.map(({ ok, conflict }): MergePart => {
    if (conflict) return { kind: 'conflict', mine: conflict.a.join(''), theirs: conflict.b.join('') };
    return { kind: 'same', text: ok?.join('') ?? '' };
  });
}

/** The merged text. `choices` has one entry for each conflict, in order; undefined if one is missing. */
export function joinParts(parts: MergePart[], choices: (MergeChoice | undefined)[] = []): string | undefined {
  const rest = [...choices];
  const texts = parts.map((part) => (part.kind === 'same' ? part.text : choose(part, rest.shift())));
  return texts.includes(undefined) ? undefined : texts.join('');
}

function choose(
  { mine, theirs }: { mine: string; theirs: string },
  choice: MergeChoice | undefined,
): string | undefined {
  if (choice === 'both') return mine === '' || mine.endsWith('\n') ? mine + theirs : `${mine}\n${theirs}`;
  return choice && { mine, theirs }[choice];
}
