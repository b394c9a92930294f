/** The explorer's results on the real data, compared with a simple count where there is one. */
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFilter, groupNames, groupOptions, type NameFilter } from './filter.ts';
import { findName, suggestNames } from './find-name.ts';
import { entryFor } from './name-row.ts';
import type { Names } from './names.ts';
import { openNames } from './open-names.ts';
import { searchNames } from './search.ts';
import { soundsToKey, toSoundKey } from './sound/sound-key.ts';
import { countSyllables } from './sound/sounds.ts';
import { toSounds } from './sound/to-sounds.ts';
import { trends } from './trend.ts';

let names: Names;
beforeAll(async () => {
  names = await openNames();
});
const search = (filter: Partial<NameFilter>) => searchNames(names, { ...emptyFilter, ...filter });
const found = (filter: Partial<NameFilter>) => search(filter).rows.map(({ name }) => name);
/** The simple count: every name is tested. */
const count = (matches: (name: string, index: number) => boolean) => names.spellings.filter(matches).length;

describe('letters', () => {
  test.each([
    [{ starts: 'an' }, (name: string) => name.startsWith('An')],
    [{ ends: 'lyn' }, (name: string) => name.toLowerCase().endsWith('lyn')],
    [{ part: 'ann' }, (name: string) => name.toLowerCase().includes('ann')],
    [{ starts: 'JO', ends: 'N', part: 'a' }, (name: string) => /^Jo.*n$/.test(name) && name.includes('a')],
    [{ starts: 'Zoë' }, (name: string) => name.startsWith('Zoe')],
    [{ starts: 'z', part: 'z' }, (name: string) => name.startsWith('Z')],
  ])('%j', (filter, matches) => expect(search(filter).total).toBe(count(matches)));

  test('the last and the first name of the list are found as well', () => {
    expect(found({ ends: names.spellings.at(-1) ?? '' })).toContain(names.spellings.at(-1));
    expect(found({ part: names.spellings[0] ?? '' })).toContain(names.spellings[0]);
  });

  const strange = ['👶🏽', 'محمد', "'; drop table names; --", '%', '\\', 'a b', '李'];
  test.each(strange)('%j matches no name', (text) => {
    for (const field of ['starts', 'ends', 'part', 'sounds'] as const)
      expect(search({ [field]: text }).total).toBe(0);
  });
});

describe('sound', () => {
  test('of a listed name gives its spellings, the most frequent first', () => {
    expect(found({ sounds: 'Kathryn' }).slice(0, 3)).toEqual(['Katherine', 'Catherine', 'Kathryn']);
  });
  test('of a name in no list gives the names that sound the same', () => {
    expect(findName(names, 'Kathreenx')).toBe(-1);
    expect(found({ sounds: 'Khatheryne' })).toEqual(expect.arrayContaining(['Katherine', 'Catherine']));
  });
});

describe('sex', () => {
  test('girls and boys are those with at least half of the children', () => {
    expect(search({ sex: 'girls' }).total).toBe(count((_, index) => (names.girlShare[index] ?? 0) >= 100));
    expect(found({ sex: 'boys' })).not.toContain('Emma');
  });
  test('a name for both is more evenly shared the higher the ratio', () => {
    const totals = [10, 20, 30, 40].map((ratio) => search({ sex: 'both', ratio }).total);
    expect(totals).toEqual([...totals].sort((one, other) => other - one));
    expect(found({ sex: 'both', ratio: 40 })).toContain('Riley');
  });
  test('decides whose rank is meant', () => {
    const rankOf = (sex: 'girls' | 'boys') => search({ starts: 'Riley', sex, sort: 'total' }).rows[0];
    expect(search({ starts: 'Avery', sex: 'both', ratio: 10 }).rows[0]?.name).toBe('Avery');
    expect(rankOf('girls')?.sex).toBe('girls');
  });
});

describe('options', () => {
  test('syllables, rank, trend and era are those of the data', () => {
    const peakOf = (index: number) => names.peaks[entryFor(names, index)] ?? 0;
    const rankOf = (index: number) => names.ranks[entryFor(names, index)] ?? 0;
    expect(search({ syllables: ['1', '2'] }).total).toBe(
      count((_, index) => (names.syllables[index] ?? 0) <= 2),
    );
    expect(search({ letters: ['3', '9'] }).total).toBe(count((name) => name.length <= 3 || name.length >= 9));
    expect(search({ rank: ['100'] }).total).toBe(
      count((_, index) => rankOf(index) > 10 && rankOf(index) <= 100),
    );
    expect(search({ trend: ['rising'] }).total).toBe(
      count((_, index) => trends[names.trends[index] ?? 0] === 'rising'),
    );
    expect(search({ era: ['1920'] }).total).toBe(count((_, index) => Math.floor(peakOf(index) / 10) === 192));
  });

  test('each count is the number of names that match with the option', () => {
    const filter: Partial<NameFilter> = {
      part: 'an',
      sex: 'girls',
      syllables: ['2'],
      era: ['1980', '1990'],
    };
    const { counts } = search(filter);
    for (const group of groupNames) {
      groupOptions[group].forEach((option, index) => {
        expect([group, option, counts[group][index]]).toEqual([
          group,
          option,
          search({ ...filter, [group]: [option] }).total,
        ]);
      });
    }
    for (const sex of ['girls', 'boys'] as const)
      expect(counts.sex[sex]).toBeGreaterThanOrEqual(sex === filter.sex ? search(filter).total : 0);
  });

  test('rising and falling follow the stated rule', () => {
    const trendOf = (name: string) => trends[names.trends[findName(names, name)] ?? 0];
    expect(['Harper', 'Jennifer', 'Elizabeth', 'Aaban'].map(trendOf)).toEqual([
      'rising',
      'falling',
      'steady',
      'rising',
    ]);
  });
});

describe('pages', () => {
  test('follow one another without a gap and end', () => {
    const { total, pageCount } = search({ starts: 'Q' });
    const all = Array.from({ length: pageCount }, (_, index) =>
      found({ starts: 'Q', page: index + 1 }),
    ).flat();
    expect(new Set(all).size).toBe(total);
    expect(search({ starts: 'Q', page: 999 }).page).toBe(pageCount);
  });
  test('come by frequency now, of all time, or by the alphabet', () => {
    expect(found({})[0]).toBe('Emma');
    expect(found({ sort: 'total' })[0]).toBe('James');
    expect(found({ sort: 'name' })[0]).toBe('Aaban');
    expect(found({ sex: 'boys' })[0]).toBe('Noah');
  });
});

test('the file was packed with the rules for sound that are used here', () => {
  for (let name = 0; name < names.spellings.length; name += 41) {
    const sounds = toSounds(names.spellings[name] ?? '');
    expect(names.syllables[name]).toBe(countSyllables(sounds));
    const next = names.spellings[names.nextSameSound[name] ?? -1] ?? '';
    expect(toSoundKey(next)).toBe(soundsToKey(sounds));
  }
});

test('typed letters are completed by the most frequent names', () => {
  expect(suggestNames(names, 'kath', 3)).toEqual(['Kathleen', 'Katherine', 'Kathryn']);
  expect(suggestNames(names, '', 3)).toEqual([]);
  expect(suggestNames(names, 'xqz', 3)).toEqual([]);
});
