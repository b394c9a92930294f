import { describe, expect, test } from 'vitest';
import { readNamesFile } from '../file/read-file.ts';
import { writeNamesFile } from '../file/write-file.ts';
import { addYears, toYears } from './add-years.ts';
import { parseYear } from './parse-year.ts';

const packed = () =>
  writeNamesFile([parseYear(2015, 'Emma,F,20455\nNoah,M,19635\n'), parseYear(2016, 'Emma,F,19471\n')]);

describe('newer years', () => {
  test('are added to the existing ones, and a new name with them', async () => {
    const { bytes, added } = await addYears(packed(), [
      { name: 'names/yob2017.txt', text: 'Emma,F,19800\r\nNova,F,900\r\n' },
    ]);
    const file = await readNamesFile(bytes);
    expect(added).toEqual([2017]);
    expect(file).toMatchObject({ lastYear: 2017, rows: 5, spellings: ['Emma', 'Noah', 'Nova'] });
    expect(toYears(file)[0]?.rows).toHaveLength(2);
  });

  test('replace a year that was corrected', async () => {
    const { bytes } = await addYears(packed(), [{ name: 'yob2016.txt', text: 'Emma,F,19500\n' }]);
    expect(toYears(await readNamesFile(bytes))[1]?.rows).toEqual([
      { name: 'Emma', sex: 'girls', count: 19_500 },
    ]);
  });

  test('must follow the last one', async () => {
    await expect(addYears(packed(), [{ name: 'yob2019.txt', text: 'Emma,F,5\n' }])).rejects.toThrow(/gaps/);
  });

  test('must be in the input', async () => {
    await expect(addYears(packed(), [{ name: 'readme.txt', text: '' }])).rejects.toThrow(/yobYYYY\.txt/);
  });
});

const badLines = ['Emma;F;3', 'Emma,X,3', 'Emma,F,', 'Emma,F,0', ',F,3', 'Emma,F,3,4'];
test.each(badLines)('the line %j is named with its file', (line) => {
  expect(() => parseYear(2017, `Noah,M,9\n${line}\n`)).toThrow(/^yob2017\.txt, line 2/);
});

test('an empty year is an error', () => expect(() => parseYear(2017, '\n')).toThrow('no names'));
