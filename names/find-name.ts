import type { Names } from './names.ts';

/** The number of a name as it is written in the lists: `emma`, `EMMA` and ` Emma ` are Emma. -1 for a name that is not listed. */
export function findName({ spellings }: Names, written: string): number {
  const name = normalizeName(written);
  const at = lowerBound(spellings, name);
  return spellings[at] === name ? at : -1;
}

/** First letter large, the others small, as in the lists; marks over letters are left out there: `Zoë` is Zoe. */
export function normalizeName(written: string): string {
  const plain = written
    .trim()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The names with this beginning, as a range of numbers. */
export function findRange({ spellings }: Names, beginning: string): { from: number; to: number } {
  const first = normalizeName(beginning);
  return { from: lowerBound(spellings, first), to: lowerBound(spellings, `${first}\uffff`) };
}

/** The most frequent names with this beginning: the suggestions of a text field. */
export function suggestNames(names: Names, beginning: string, count: number): string[] {
  if (beginning.trim() === '') return [];
  const { from, to } = findRange(names, beginning);
  const best: number[] = [];
  const weight = (name: number) =>
    (names.totals[2 * name] as number) + (names.totals[2 * name + 1] as number);
  for (let name = from; name < to; name++) {
    if (best.length === count && weight(name) <= weight(best[count - 1] as number)) continue;
    let at = best.length;
    while (at > 0 && weight(best[at - 1] as number) < weight(name)) at--;
    best.splice(at, 0, name);
    if (best.length > count) best.pop();
  }
  return best.flatMap((name) => names.spellings[name] ?? []);
}

function lowerBound(sorted: string[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
