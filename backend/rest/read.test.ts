import { describe, expect, it } from 'vitest';
import { library, startRest } from '../../tests/harness/rest/test-rest.ts';

const rest = startRest(library);
const read = async (path: string) => {
  const { status, body } = await rest().request(path);
  return status < 300 ? body : body.code;
};
const titles = async (filter: string) => {
  const found = await read(`/books?select=id&order=id&${filter}`);
  return Array.isArray(found) ? found.map(({ id }: { id: number }) => id) : found;
};

describe('select', () => {
  it.each([
    [
      'everything',
      '/shelves',
      [
        { id: 1, label: 'Fantasy' },
        { id: 2, label: 'Science fiction' },
      ],
    ],
    ['columns', '/books?select=title&id=eq.1', [{ title: 'A Wizard of Earthsea' }]],
    [
      'an alias and a cast',
      '/books?select=name:title,cost:price::text&id=eq.1',
      [{ name: 'A Wizard of Earthsea', cost: '9.50' }],
    ],
    ['a way into JSON', '/authors?select=facts->born->>city&id=eq.1', [{ city: 'Berkeley' }]],
    [
      'a list in JSON',
      '/authors?select=first:facts->prizes->0,facts->prizes->>-1&id=eq.1',
      [{ first: 'Hugo', prizes: 'Nebula' }],
    ],
    ['a step into what is no JSON', '/books?select=tags->>1&id=eq.1', [{ tags: 'sea' }]],
    [
      'names that need quotes',
      '/odd,%20table?select="a column",Ünïcode,"quo\\"te"',
      [{ 'a column': 'one', Ünïcode: 'ü', 'quo"te': 'q' }],
    ],
    ['a computed field', '/authors?select=name,initial&id=eq.2', [{ name: 'Stanislaw', initial: 'S' }]],
    ['nothing twice', '/books?select=id,id&id=eq.1', [{ id: 1 }]],
  ])('%s', async (_, path, expected) => expect(await read(path)).toEqual(expected));

  it.each([
    ['count', '/books?select=count()', [{ count: 4 }]],
    [
      'grouped',
      '/books?select=author_id,pages.sum()&order=author_id',
      [
        { author_id: 1, sum: 772 },
        { author_id: 2, sum: 214 },
      ],
    ],
    [
      'with casts and aliases',
      '/books?select=most:pages.max()::text,least:pages.min()',
      [{ most: '387', least: 180 }],
    ],
    [
      'of a way into JSON',
      '/authors?select=facts->born->>city,count()&id=eq.1',
      [{ city: 'Berkeley', count: 1 }],
    ],
    [
      'in what is embedded',
      '/authors?select=name,books!author_id(count())&id=eq.1',
      [{ name: 'Ursula', books: [{ count: 3 }] }],
    ],
    [
      'beside what is embedded',
      '/books?select=count(),authors!author_id(name)&order=count.desc',
      [
        { count: 3, authors: { name: 'Ursula' } },
        { count: 1, authors: { name: 'Stanislaw' } },
      ],
    ],
    [
      'handed up from a spread',
      '/placements?select=shelf_id,...books(pages.sum())&order=shelf_id',
      [
        { shelf_id: 1, sum: 772 },
        { shelf_id: 2, sum: 601 },
      ],
    ],
  ])('aggregates: %s', async (_, path, expected) => expect(await read(path)).toEqual(expected));
});

describe('filters', () => {
  it.each([
    ['id=eq.3', [3]],
    ['id=neq.3', [1, 2, 4]],
    ['pages=gt.205', [3, 4]],
    ['pages=gte.205', [1, 3, 4]],
    ['pages=lt.205', [2]],
    ['pages=lte.205', [1, 2]],
    ['title=like.*of*', [1, 2]],
    ['title=ilike.THE*', [2, 4]],
    ['title=match.^The', [2, 4]],
    ['title=imatch.^the', [2, 4]],
    ['title=like(any).{*Wizard*,Sol*}', [1, 3]],
    ['title=like(all).{*of*,*Atuan}', [2]],
    ['id=eq(any).{1,4}', [1, 4]],
    ['id=gt(all).{1,2}', [3, 4]],
    ['id=in.(1,3)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['id=in.()', []],
    ['title=in.("Solaris","a,b","c""d")', [3]],
    ['title=in.(Solaris,"The Dispossessed","a\\"b")', [3, 4]],
    ['price=is.null', [3]],
    ['price=not.is.null', [1, 2, 4]],
    ['price=is.not_null', [1, 2, 4]],
    ['mood=isdistinct.dark', [1, 4]],
    ['tags=cs.{sea}', [1, 3]],
    ['tags=cd.{sea,magic,space}', [1, 3, 4]],
    ['tags=ov.{caves,space}', [2, 3]],
    ['years=sl.[1995,2000)', [1, 2]],
    ['years=sr.[1900,1965)', [1, 2]],
    ['years=nxr.[1900,1990)', [1, 2]],
    ['years=nxl.[1968,1980)', [1, 2]],
    ['years=adj.[1990,1995)', [1, 2]],
    ['years=cs.[1962,1965)', [3]],
    ['words=fts.wizard', [1]],
    ['words=fts(english).wizards', [1]],
    ['title=plfts.tombs atuan', [2]],
    ['title=phfts(english).tombs of atuan', [2]],
    ['title=wfts(english).tomb or solaris', [2, 3]],
    ['title=not.wfts.tombs', [1, 3, 4]],
    ['or=(id.eq.1,id.eq.4)', [1, 4]],
    ['and=(pages.gt.190,pages.lt.300)', [1, 3]],
    ['not.or=(id.eq.1,id.eq.4)', [2, 3]],
    ['or=(id.eq.1,and(mood.eq.dark,title.not.like.The*))', [1, 3]],
    ['or=(title.eq."Solaris",not.and(id.gt.1,id.lt.9))', [1, 3]],
    ['or=(tags.cs.{magic,caves},id.in.(3,4))', [2, 3, 4]],
    ['or=(title.in.("Solaris","x,y"),id.is.null)', [3]],
    ['pages=gt.190&pages=lt.300', [1, 3]],
    ['years->>lower=is.null', [1, 2, 3, 4]],
    ['mood=eq.sad', '22P02'],
    ['nothing=eq.1', '42703'],
    ['id=noop.1', 'PGRST100'],
    ['id=1', 'PGRST100'],
    ['or=(id.eq.1', 'PGRST100'],
    ['or=()', 'PGRST100'],
    ['id=in.1', 'PGRST100'],
    ['id=is.maybe', 'PGRST100'],
  ])('%s', async (filter, expected) => {
    expect(await titles(encodeURI(filter))).toEqual(expected);
  });

  it('answers the same for every value of one shape', async () => {
    for (const id of [1, 2, 3]) expect(await titles(`id=eq.${id}`)).toEqual([id]);
    expect(await titles('id=in.(1,2)')).toEqual([1, 2]);
    expect(await titles('id=in.(4)')).toEqual([4]);
    expect(await titles('id=in.4')).toBe('PGRST100');
    expect(await titles('title=like.Sol*')).toEqual([3]);
    expect(await titles('title=like.*an')).toEqual([2]);
  });
});

describe('order, limit and offset', () => {
  it.each([
    ['order=title.desc&limit=1', [2]],
    ['order=price.desc.nullslast,id', [4, 1, 2, 3]],
    ['order=price.nullsfirst', [3, 2, 1, 4]],
    ['order=id.desc&limit=2&offset=1', [3, 2]],
    ['order=id&limit=0', []],
    ['order=authors(name).asc,id&select=id,authors!author_id(name)', [3, 1, 2, 4]],
  ])('%s', async (query, expected) => {
    const found = await read(`/books?${query.includes('select') ? '' : 'select=id&'}${query}`);
    expect(found.map(({ id }: { id: number }) => id)).toEqual(expected);
  });

  it.each([
    ['order=id.up', 'PGRST100'],
    ['order=shelves(label)&select=id,shelves(label)', 'PGRST118'],
    ['order=shelves(label)', 'PGRST108'],
    ['limit=-1', 'PGRST103'],
    ['shelves.limit=1', 'PGRST108'],
  ])('%s is refused', async (query, code) => expect(await read(`/books?${query}`)).toBe(code));
});

describe('ranges and counts', () => {
  const head = (path: string, headers: Record<string, string>, method = 'GET') =>
    rest().request(path, { headers, method });

  it('are returned in Content-Range', async () => {
    const some = await head('/books?limit=2&offset=1', { prefer: 'count=exact' });
    expect([some.status, some.headers.get('content-range')]).toEqual([206, '1-2/4']);
    const all = await head('/books', { prefer: 'count=exact' });
    expect([all.status, all.headers.get('content-range')]).toEqual([200, '0-3/4']);
    const none = await head('/books?id=eq.9', { prefer: 'count=exact' });
    expect(none.headers.get('content-range')).toBe('*/0');
    expect((await head('/books', {})).headers.get('content-range')).toBe('0-3/*');
  });

  it('come from the Range header too, for GET only', async () => {
    const part = await head('/books?select=id&order=id', { range: '1-2' });
    expect([part.headers.get('content-range'), part.body]).toEqual(['1-2/*', [{ id: 2 }, { id: 3 }]]);
    expect((await head('/books', { range: '3-1' })).body.code).toBe('PGRST103');
    expect((await head('/books', { range: '0-1' }, 'HEAD')).headers.get('content-range')).toBe('0-3/*');
    const beyond = await head('/books', { range: '9-10', prefer: 'count=exact' });
    expect([beyond.status, beyond.headers.get('content-range'), beyond.body.details]).toEqual([
      416,
      '*/4',
      'An offset of 9 was requested, but there are only 4 rows.',
    ]);
  });

  it('count the rows that remain after inner joins and embedded filters', async () => {
    const path = '/authors?select=name,books!author_id!inner(id)&books.pages=gt.300&limit=1';
    const counted = await head(path, { prefer: 'count=exact' });
    expect(counted.headers.get('content-range')).toBe('0-0/1');
    const without = await head('/authors?select=name,books!author_id()&books=is.null&limit=1', {
      prefer: 'count=exact',
    });
    expect([without.body, without.headers.get('content-range')]).toEqual([[{ name: 'Nobody' }], '0-0/1']);
  });

  it('can be estimated by the planner', async () => {
    for (const kind of ['planned', 'estimated']) {
      const answer = await head('/books?limit=2', { prefer: `count=${kind}` });
      expect(answer.headers.get('content-range')).toMatch(/^0-1\/\d+$/);
      expect(answer.headers.get('preference-applied')).toBe(`count=${kind}`);
    }
  });

  it('HEAD answers like GET, without a body', async () => {
    const answer = await head('/books', { prefer: 'count=exact' }, 'HEAD');
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([200, '', '0-3/4']);
  });
});

describe('response formats', () => {
  const as = (accept: string, path = '/books?select=id,title,price&id=in.(1,3)&order=id') =>
    rest().request(path, { headers: { accept } });

  it('one object', async () => {
    const one = await as('application/vnd.pgrst.object+json', '/books?select=id&id=eq.1');
    expect([one.body, one.headers.get('content-type')]).toEqual([
      { id: 1 },
      'application/vnd.pgrst.object+json; charset=utf-8',
    ]);
    const two = await as('application/vnd.pgrst.object+json');
    expect([two.status, two.body]).toEqual([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 2 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    ]);
  });

  it('without nulls', async () => {
    expect((await as('application/vnd.pgrst.array+json;nulls=stripped')).body[1]).toEqual({
      id: 3,
      title: 'Solaris',
    });
    const one = await as(
      'application/vnd.pgrst.object+json;nulls=stripped',
      '/books?select=id,price&id=eq.3',
    );
    expect(one.body).toEqual({ id: 3 });
  });

  it('CSV', async () => {
    const answer = await as('text/csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.text).toBe('id,title,price\n1,"A Wizard of Earthsea",9.50\n3,Solaris,');
  });

  it('the plan', async () => {
    const text = await as('application/vnd.pgrst.plan+text; for="application/json"; options=analyze|verbose');
    expect(text.text).toMatch(/^Aggregate .*actual/);
    const json = await as('application/vnd.pgrst.plan+json');
    expect(json.body[0].Plan).toBeTypeOf('object');
    const changed = await rest().request('/books?id=eq.1', {
      method: 'DELETE',
      headers: { accept: 'application/vnd.pgrst.plan+json' },
    });
    expect([changed.status, (await read('/books?id=eq.1')).length]).toEqual([200, 1]);
  });

  it('an unsupported format is refused, and the best supported one is chosen', async () => {
    const answer = await as('image/png');
    expect([answer.status, answer.body.message]).toEqual([
      406,
      'None of these media types are available: image/png',
    ]);
    expect((await as('text/html, text/csv;q=0.5, */*;q=0.1')).headers.get('content-type')).toContain(
      'text/csv',
    );
  });
});
