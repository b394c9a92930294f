import { afterEach, describe, expect, it } from 'vitest';
import { library, type RequestOptions, startRest } from '../../tests/harness/rest/test-rest.ts';

const rest = startRest(`${library}
create table public.notes (id int primary key, body text default 'empty', stars int default 3, made timestamptz default now(), owner text);
create table public.pairs (a int, b int, word text, primary key (a, b));
create table public.later (id int primary key, twin int references public.later deferrable initially deferred);
grant all on public.notes, public.pairs, public.later to anon;
`);
const change = async (method: string, path: string, prefer: string, options: RequestOptions = {}) => {
  const answer = await rest().request(path, { method, ...options, headers: { prefer, ...options.headers } });
  return answer;
};
const notes = async () => (await rest().request('/notes?select=id,body,stars&order=id')).body;
afterEach(() => rest().database.sql`truncate public.notes, public.pairs, public.later`);

describe('insert', () => {
  it('adds one row, and returns nothing by default', async () => {
    const quiet = await change('POST', '/notes', '', { body: { id: 1 } });
    expect([quiet.status, quiet.text, quiet.headers.get('content-range')]).toEqual([201, '', '*/*']);
    const shown = await change('POST', '/notes?select=id,body', 'return=representation', {
      body: { id: 2, body: 'x' },
    });
    expect([shown.status, shown.body, shown.headers.get('preference-applied')]).toEqual([
      201,
      [{ id: 2, body: 'x' }],
      'return=representation',
    ]);
    const placed = await change('POST', '/notes', 'return=headers-only', { body: { id: 3 } });
    expect([placed.status, placed.headers.get('location')]).toEqual([201, '/notes?id=eq.3']);
  });

  it('adds many rows and counts them', async () => {
    const answer = await change('POST', '/notes', 'count=exact', {
      body: [
        { id: 1, stars: 1 },
        { id: 2, stars: null },
      ],
    });
    expect(answer.headers.get('content-range')).toBe('*/2');
    expect(await notes()).toEqual([
      { id: 1, body: 'empty', stars: 1 },
      { id: 2, body: 'empty', stars: null },
    ]);
  });

  it('uses the names of `columns`, with null or the default for missing values', async () => {
    const body = [
      { id: 1, owner: 'me', more: 1 },
      { id: 2, stars: 9 },
    ];
    await change('POST', '/notes?columns=id,stars', '', { body });
    expect(await notes()).toEqual([
      { id: 1, body: 'empty', stars: null },
      { id: 2, body: 'empty', stars: 9 },
    ]);
    await rest().database.sql`truncate public.notes`;
    await change('POST', '/notes?columns=id,stars', 'missing=default', { body });
    expect(await notes()).toEqual([
      { id: 1, body: 'empty', stars: 3 },
      { id: 2, body: 'empty', stars: 9 },
    ]);
    const object = await change(
      'POST',
      '/notes?columns=id,stars,body&select=stars,body',
      'missing=default,return=representation',
      { body: { id: 3 } },
    );
    expect(object.body).toEqual([{ stars: 3, body: 'empty' }]);
  });

  it('accepts an empty list, and refuses an object without a required value', async () => {
    expect((await change('POST', '/notes', 'return=representation', { body: [] })).body).toEqual([]);
    const empty = await change('POST', '/books', '', { body: {} });
    expect([empty.status, empty.body?.code]).toEqual([400, '23502']);
  });

  it('returns embedded and computed fields', async () => {
    const answer = await change(
      'POST',
      '/books?select=title,authors!author_id(name,initial)',
      'return=representation,tx=rollback',
      {
        body: { title: 'New', author_id: 1 },
      },
    );
    expect(answer.body).toEqual([{ title: 'New', authors: { name: 'Ursula', initial: 'U' } }]);
    const author = await change('POST', '/authors?select=*,initial', 'return=representation,tx=rollback', {
      body: { id: 9, name: 'Zed' },
    });
    expect(author.body[0]).toMatchObject({ id: 9, initial: 'Z' });
    expect((await rest().request('/authors?id=eq.9')).body).toEqual([]);
  });

  it('accepts CSV and forms', async () => {
    const text = 'id,body,stars\r\n1,"a, ""b""",NULL\n2,,4\n';
    const answer = await change('POST', '/notes', '', { text, headers: { 'content-type': 'text/csv' } });
    expect(answer.status).toBe(201);
    const form = {
      text: 'id=3&body=from+a+form&stars=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    await change('POST', '/notes', '', form);
    expect(await notes()).toEqual([
      { id: 1, body: 'a, "b"', stars: null },
      { id: 2, body: '', stars: 4 },
      { id: 3, body: 'from a form', stars: 1 },
    ]);
  });

  it.each([
    ['no JSON', { text: '{"id":' }, 400, 'PGRST102'],
    ['nothing', { text: '' }, 400, 'PGRST102'],
    ['objects that differ', { body: [{ id: 1 }, { stars: 1 }] }, 400, 'PGRST102'],
    ['an unknown column', { body: { id: 1, colour: 'red' } }, 400, 'PGRST204'],
    ['another media type', { text: 'x', headers: { 'content-type': 'image/png' } }, 400, 'PGRST102'],
    ['a value of another type', { body: { id: 'one' } }, 400, '22P02'],
    ['a NUL in a text', { text: '{"id":1,"body":"\\u0000"}' }, 400, '22P05'],
    ['bytes that are no text', { text: '{"id":1,"body":"\ud800"}' }, 201, undefined],
    [
      'lines of different lengths',
      { text: 'id,body\n1', headers: { 'content-type': 'text/csv' } },
      400,
      'PGRST102',
    ],
    ['too much', { text: `{"body":"${'x'.repeat(1_100_000)}"}` }, 413, 'PGRST102'],
  ])('of %s is answered %s', async (_, options: RequestOptions, status, code) => {
    const answer = await change('POST', '/notes', '', options);
    expect([answer.status, answer.body?.code]).toEqual([status, code]);
  });
});

describe('upsert', () => {
  it('merges with existing rows, or ignores them', async () => {
    await change('POST', '/notes', '', { body: { id: 1, body: 'old', stars: 1 } });
    const merged = await change(
      'POST',
      '/notes?select=id,body,stars',
      'resolution=merge-duplicates,return=representation',
      {
        body: [
          { id: 1, body: 'new' },
          { id: 2, body: 'two' },
        ],
      },
    );
    expect([merged.status, merged.body]).toEqual([
      201,
      [
        { id: 1, body: 'new', stars: 1 },
        { id: 2, body: 'two', stars: 3 },
      ],
    ]);
    expect(merged.headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, return=representation',
    );
    const again = await change('POST', '/notes', 'resolution=merge-duplicates', {
      body: { id: 1, body: 'newer' },
    });
    expect(again.status).toBe(200);
    const left = await change(
      'POST',
      '/notes?select=id',
      'resolution=ignore-duplicates,return=representation',
      {
        body: [
          { id: 2, body: 'x' },
          { id: 3, body: 'y' },
        ],
      },
    );
    expect([left.status, left.body]).toEqual([201, [{ id: 3 }]]);
    expect((await notes()).map(({ body }: { body: string }) => body)).toEqual(['newer', 'two', 'y']);
  });

  it('uses other columns, and several', async () => {
    await change('POST', '/pairs', '', { body: { a: 1, b: 1, word: 'x' } });
    await change('POST', '/pairs?on_conflict=a,b', 'resolution=merge-duplicates', {
      body: { a: 1, b: 1, word: 'y' },
    });
    expect((await rest().request('/pairs')).body).toEqual([{ a: 1, b: 1, word: 'y' }]);
    const none = await change('POST', '/pairs?on_conflict=word', 'resolution=merge-duplicates', {
      body: { a: 1, b: 1 },
    });
    expect([none.status, none.body.code]).toEqual([400, '42P10']);
    const twice = await change('POST', '/pairs', 'resolution=merge-duplicates', {
      body: [
        { a: 1, b: 1 },
        { a: 1, b: 1 },
      ],
    });
    expect([twice.status, twice.body.code]).toEqual([400, '21000']);
  });

  it('PUT writes the row of its URL', async () => {
    const made = await change('PUT', '/notes?id=eq.7&select=id,body', 'return=representation', {
      body: { id: 7, body: 'put' },
    });
    expect([made.status, made.body]).toEqual([201, [{ id: 7, body: 'put' }]]);
    expect(
      (await change('PUT', '/notes?id=eq.7', 'return=representation', { body: { id: 7, body: 'again' } }))
        .status,
    ).toBe(200);
    const other = await change('PUT', '/notes?id=eq.8', '', { body: { id: 9, body: 'x' } });
    expect([other.status, other.body.code]).toEqual([400, 'PGRST115']);
    expect((await change('PUT', '/notes?body=eq.x', '', { body: { id: 9 } })).body.code).toBe('PGRST105');
    expect((await change('PUT', '/notes?id=eq.7&limit=1', '', { body: { id: 7 } })).body.code).toBe(
      'PGRST114',
    );
    expect(await notes()).toEqual([{ id: 7, body: 'again', stars: 3 }]);
  });
});

describe('update and delete', () => {
  const three = () => change('POST', '/notes', '', { body: [1, 2, 3].map((id) => ({ id, stars: id })) });

  it('change the rows that match the filters', async () => {
    await three();
    const updated = await change(
      'PATCH',
      '/notes?stars=gt.1&select=id',
      'return=representation,count=exact',
      { body: { body: 'changed' } },
    );
    expect([updated.status, updated.body, updated.headers.get('content-range')]).toEqual([
      200,
      [{ id: 2 }, { id: 3 }],
      '0-1/2',
    ]);
    const gone = await change('DELETE', '/notes?or=(id.eq.1,body.eq.nothing)', 'count=exact');
    expect([gone.status, gone.text, gone.headers.get('content-range')]).toEqual([204, '', '*/1']);
    expect(await notes()).toEqual([
      { id: 2, body: 'changed', stars: 2 },
      { id: 3, body: 'changed', stars: 3 },
    ]);
    expect(
      (await change('PATCH', '/notes?id=eq.2&select=id', 'return=representation', { body: {} })).body,
    ).toEqual([]);
  });

  it('never change a whole table by accident', async () => {
    await three();
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await change(method, '/notes', '', method === 'PATCH' ? { body: { stars: 0 } } : {});
      expect([answer.status, answer.body.code]).toEqual([400, '21000']);
    }
    expect(await notes()).toHaveLength(3);
  });

  it('change nothing above max-affected, or when one object is requested and there are more', async () => {
    await three();
    const strict = 'handling=strict,max-affected=1';
    const many = await change('PATCH', '/notes?id=gt.0', strict, { body: { stars: 0 } });
    expect([many.status, many.body]).toMatchObject([
      400,
      { code: 'PGRST124', details: 'The query affects 3 rows' },
    ]);
    expect((await change('DELETE', '/notes?id=gt.1', strict)).body.code).toBe('PGRST124');
    const single = { headers: { accept: 'application/vnd.pgrst.object+json' } };
    expect((await change('DELETE', '/notes?id=gt.1', 'return=representation', single)).body.code).toBe(
      'PGRST116',
    );
    expect(
      (await change('POST', '/notes', 'return=representation', { ...single, body: [{ id: 8 }, { id: 9 }] }))
        .body.code,
    ).toBe('PGRST116');
    expect((await notes()).map(({ stars }: { stars: number }) => stars)).toEqual([1, 2, 3]);
    expect((await change('PATCH', '/notes?id=eq.1', strict, { body: { stars: 5 } })).status).toBe(204);
  });

  it('change nothing on a rollback, and deferred constraints still fail', async () => {
    await three();
    const answer = await change('DELETE', '/notes?id=eq.1&select=id', 'return=representation,tx=rollback');
    expect([answer.body, answer.headers.get('preference-applied')]).toEqual([
      [{ id: 1 }],
      'return=representation, tx=rollback',
    ]);
    expect(await notes()).toHaveLength(3);
    for (const prefer of ['tx=rollback', '']) {
      const late = await change('POST', '/later', prefer, { body: { id: 1, twin: 99 } });
      expect([late.status, late.body.code]).toEqual([409, '23503']);
    }
  });

  it('refuse unknown preferences with handling=strict', async () => {
    const answer = await change('POST', '/notes', 'handling=strict, anything', { body: { id: 1 } });
    expect([answer.status, answer.body.details]).toEqual([400, 'Invalid preferences: anything']);
    expect((await change('POST', '/notes', 'handling=lenient, anything', { body: { id: 1 } })).status).toBe(
      201,
    );
  });

  it('return the conflict error of Postgres', async () => {
    await three();
    const answer = await change('POST', '/notes', '', { body: { id: 1 } });
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        code: '23505',
        details: 'Key (id)=(1) already exists.',
        hint: null,
        message: 'duplicate key value violates unique constraint "notes_pkey"',
      },
    ]);
  });
});
