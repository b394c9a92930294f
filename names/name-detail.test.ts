import { beforeAll, describe, expect, test } from 'vitest';
import { compareNames } from './compare.ts';
import { describeName } from './name-detail.ts';
import type { Names } from './names.ts';
import { openNames } from './open-names.ts';

let names: Names;
beforeAll(async () => {
  names = await openNames();
});

async function detailOf(name: string) {
  const detail = await describeName(names, name);
  if (!detail) throw new Error(`${name} is not listed.`);
  return detail;
}

describe('a name', () => {
  test('has the counts and ranks of the source', async () => {
    const { sexes } = await detailOf('emma');
    const [girls] = sexes;
    expect(girls).toMatchObject({ sex: 'girls', from: 1880, peak: { year: 1881, rank: 3 } });
    // The article has the same figures: 417 girls and rank 461 in 1976.
    expect([girls?.counts[96], girls?.ranks[96]]).toEqual([417, 461]);
    expect(girls?.counts[2016 - 1880]).toBe(19_414);
  });

  test('has both sexes, the one with more children first', async () => {
    expect((await detailOf('Leslie')).sexes.map(({ sex }) => sex)).toEqual(['girls', 'boys']);
    const { sexes } = await detailOf('Leslie');
    const in1946 = sexes.map(({ from, counts }) => counts[1946 - from]);
    expect(in1946).toEqual([2139, 2138]);
  });

  test('has counts of all spellings together, which are at least its own', async () => {
    const { spellings, sexes } = await detailOf('Aiden');
    expect(spellings.list.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Aiden', 'Ayden', 'Aidan', 'Aden']),
    );
    expect(spellings.count).toBeGreaterThan(10);
    const last = (values: number[] | undefined) => values?.at(-1) ?? 0;
    expect(last(spellings.merged.counts)).toBeGreaterThan(last(sexes[0]?.counts));
    expect(last(spellings.merged.ranks)).toBeLessThanOrEqual(last(sexes[0]?.ranks));
  });

  test('has similar ones, each with a reason that is true', async () => {
    const { similar } = await detailOf('Isabella');
    expect(new Set(similar.map(({ reason }) => reason.kind)).size).toBeGreaterThanOrEqual(3);
    for (const { name, reason } of similar) {
      expect(name).not.toBe('Isabella');
      if (reason.kind === 'ending') expect(name.endsWith(reason.letters)).toBe(true);
      if (reason.kind === 'beginning') expect(name.startsWith(reason.letters)).toBe(true);
      if (reason.kind === 'era') expect(Math.abs(reason.peak - 2010)).toBeLessThanOrEqual(4);
    }
  });

  const unlisted = ['Xyzzyq', '', '👶🏽', 'محمد', "Robert'); DROP TABLE names;--"];
  test.each(unlisted)('%j is not listed', async (name) => {
    expect(await describeName(names, name)).toBeUndefined();
  });

  test('that was given once has a description too', async () => {
    const rare = names.spellings.findIndex(
      (_, index) => (names.totals[2 * index] ?? 0) + (names.totals[2 * index + 1] ?? 0) === 5,
    );
    const detail = await detailOf(names.spellings[rare] ?? '');
    expect(detail.sexes).toHaveLength(1);
    expect(detail.spellings.list.length).toBeGreaterThan(0);
  });
});

describe('comparing', () => {
  test('accepts six, once each, and reports names that are not listed', async () => {
    const written = ['emma', 'Emma', 'Noah', 'Xyzzyq', 'Liam', 'Ava', 'Mia', 'Leo', 'Zoe'];
    const { compared, unknown } = await compareNames(names, written);
    expect(compared.map(({ name }) => name)).toEqual(['Emma', 'Noah', 'Liam', 'Ava', 'Mia', 'Leo']);
    expect(unknown).toEqual(['Xyzzyq']);
    expect(compared[1]?.sex).toBe('boys');
  });
});
