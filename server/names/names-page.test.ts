/** The server's handling of URLs about names. */
import { describe, expect, test } from 'vitest';
import { readNamesPage } from '../../app/names/pages/read-names-page.ts';
import { createNameSource } from '../../names/name-source.ts';
import type { NamesView } from '../../names/view.ts';
import { answerSearch } from './answer-search.ts';
import { answerTable } from './answer-table.ts';
import { openNameSource } from './open-name-source.ts';

const source = openNameSource();
const silent = () => {};
const read = (query: string) => readNamesPage(source, new URLSearchParams(query), silent);

async function viewOf(query: string): Promise<NamesView> {
  const { names } = (await read(query)).data;
  if (!names || 'problem' in names) throw new Error('no names');
  return names;
}

describe('a URL', () => {
  test('without a filter shows the most frequent names, and is indexed', async () => {
    const page = await read('');
    expect(page).toMatchObject({ query: '', head: { title: 'Baby names' } });
    expect(page.head.robots).toBeUndefined();
    expect((await viewOf('')).result.rows[0]?.name).toBe('Emma');
  });

  test('has one canonical form, whatever the order of its fields and with empty ones', async () => {
    const one = await read('starts=&ends=n&sex=boys&sort=popular');
    const other = await read('sex=boys&page=1&ends=n&utm_source=mail');
    expect(one.query).toBe('?ends=n&sex=boys');
    expect(other.query).toBe(one.query);
    expect([one.variant, other.variant, one.head.robots]).toEqual([undefined, undefined, 'noindex']);
  });

  test('with names to compare has the known ones, six at most', async () => {
    const view = await viewOf(
      'compare=emma&compare=Noah,Liam&compare=Zzyzxq&compare=Ava&compare=Mia&compare=Leo&compare=Zoe',
    );
    expect(view.state.compare).toEqual(
      ['Emma', 'Noah', 'Liam', 'Ava', 'Mia', 'Leo'].slice(0, view.state.compare.length),
    );
    expect(view.notes.join(' ')).toContain('Zzyzxq');
    expect(view.state.compare.length).toBeLessThanOrEqual(6);
  });

  test.each([
    ['sex=dogs', '', /“dogs”/],
    ['compare=Zzyzxq', '', /“Zzyzxq” is in none of the lists/],
    [`compare=${encodeURIComponent("Robert'); DROP TABLE names;--")}`, '', /in none of the lists/],
    ['compare=👶🏽', '', /in none of the lists/],
    ['compare=محمد&starts=a', '?starts=a', /محمد/],
    ['chart=pie', '', /“pie”/],
    [`starts=${'a'.repeat(9000)}`, `?starts=${'a'.repeat(20)}`, /first 20 letters/],
    ['starts=q&page=4000', '?starts=q&page=', /no page 4000/],
  ])('with %s is corrected, with a note', async (query, corrected, note) => {
    const page = await read(query);
    expect(page.query.startsWith(corrected)).toBe(true);
    expect((await viewOf(query)).notes.join(' ')).toMatch(note);
    // A page with a note is never cached under the URL of the page without one.
    if ((await viewOf(query)).notes.length > 0) expect(page.variant).toBeTruthy();
  });
});

describe('when the names cannot be read', () => {
  test('the page says so, and the next visitor tries again', async () => {
    let calls = 0;
    const warnings: string[] = [];
    const broken = createNameSource(() => {
      calls++;
      return Promise.reject(new Error('gone'));
    });
    const request = () => readNamesPage(broken, new URLSearchParams(), (message) => warnings.push(message));
    expect((await request()).data).toEqual({ names: { problem: true } });
    await request();
    expect([calls, warnings.length]).toEqual([2, 2]);
  });

  test('they are read once with any number of concurrent requests', async () => {
    let calls = 0;
    const counted = createNameSource(() => {
      calls++;
      return source.read();
    });
    await Promise.all([counted.read(), counted.read()]);
    expect(calls).toBe(1);
  });
});

describe('the response while the user types', () => {
  const search = async (query: string) =>
    JSON.parse((await answerSearch(source, new URLSearchParams(query))).body);

  test('has the names, the counts and the parsed filter', async () => {
    const answer = await search('starts=kath&sex=girls');
    expect(answer).toMatchObject({ filter: { starts: 'kath', sex: 'girls', page: 1 }, notes: [] });
    expect(answer.result.rows[0].name).toBe('Katherine');
    expect(answer.result.counts.syllables).toHaveLength(4);
  });

  test('completes a prefix', async () => {
    expect(await search('complete=kath')).toEqual({
      names: expect.arrayContaining(['Kathleen', 'Katherine', 'Kathryn']),
    });
    expect(await search(`complete=${'x'.repeat(5000)}`)).toEqual({ names: [] });
  });
});

describe('the table for a spreadsheet', () => {
  const readTable = async (query: string) => {
    const { body } = await answerTable(source, new URLSearchParams(query));
    return body
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  };

  test('has all matching names, on whatever page', async () => {
    const [head, ...rows] = await readTable('starts=kath&sex=girls&page=2');
    const found = (await viewOf('starts=kath&sex=girls')).result;
    expect(head?.slice(0, 4)).toEqual(['name', 'of', 'rank 2016', 'children 2016']);
    expect(rows).toHaveLength(found.total);
    expect(rows.slice(0, 24).map(([name]) => name)).toEqual(found.rows.map(({ name }) => name));
    expect(rows[0]).toEqual([
      'Katherine',
      'girls',
      '90',
      '3259',
      '1988',
      'falling',
      '100',
      '3',
      '632162',
      '1823',
    ]);
  });

  test('has at most five thousand rows', async () => {
    expect(await readTable('')).toHaveLength(5001);
  });

  test('has only its header line without matches', async () => {
    expect(await readTable('starts=%F0%9F%91%B6')).toHaveLength(1);
  });
});
