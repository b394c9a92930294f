import { findName, normalizeName } from './find-name.ts';
import { describeSex, type SexHistory } from './name-detail.ts';
import { entryFor } from './name-row.ts';
import type { Names } from './names.ts';
import { maxCompared } from './view-query.ts';
import { readYearRanks } from './year-ranks.ts';

/** One line of a comparison. */
export interface ComparedName extends SexHistory {
  name: string;
}

/** The histories of up to six names, each with the sex that has more of its children. Names that are not listed are returned separately. */
export async function compareNames(
  names: Names,
  written: string[],
): Promise<{ compared: ComparedName[]; unknown: string[] }> {
  const wanted = [...new Set(written.map(normalizeName))].filter((name) => name !== '');
  const found = wanted.map((name) => ({ name, index: findName(names, name) }));
  const ranks = await readYearRanks(names);
  return {
    compared: found
      .filter(({ index }) => index >= 0)
      .slice(0, maxCompared)
      .map(({ name, index }) => ({ name, ...describeSex(names, ranks, entryFor(names, index)) })),
    unknown: found.filter(({ index }) => index < 0).map(({ name }) => name),
  };
}
