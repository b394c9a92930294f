import { describe, expect, it } from 'vitest';
import { library, type RequestOptions, startRest } from '../../tests/harness/rest/test-rest.ts';

const rest = startRest(`${library}
create function public.add(a int, b int default 10) returns int immutable language sql as 'select a + b';
create function public.greet(name text, loud boolean default false) returns text language sql as $$ select case when loud then upper(name) else name end $$;
create function public.total(numbers int[]) returns bigint immutable language sql as 'select sum(n) from unnest(numbers) n';
create function public.joined(variadic words text[]) returns text immutable language sql as $$ select array_to_string(words, '-') $$;
create function public.whole(json) returns text immutable language sql as $$ select $1->>'a' $$;
create function public.spoken(text) returns text immutable language sql as 'select $1';
create function public.length_of(bytea) returns int immutable language sql as 'select length($1)';
create function public.nothing() returns void language sql as '';
create function public.numbers(up_to int) returns setof int immutable language sql as 'select generate_series(1, up_to)';
create function public.pairs_of(n int) returns table (a int, b text) immutable language sql as $$ select i, 'x' || i from generate_series(1, n) i $$;
create function public.books_by(author text) returns setof public.books stable language sql as
  'select b.* from public.books b join public.authors a on a.id = b.author_id where a.name = author order by b.id';
create function public.first_author() returns public.authors stable language sql as 'select * from public.authors order by id limit 1';
create function public.both(a int) returns text language sql as $$ select 'int' $$;
create function public.both(a text) returns text language sql as $$ select 'text' $$;
create function public.which(a int) returns text language sql as $$ select 'a' $$;
create function public.which(b text) returns text language sql as $$ select 'b' $$;
create function public.pair(out one int, out two text) immutable language sql as $$ select 1, 'two' $$;
create function public.write_book(title text) returns int language sql as 'insert into public.books (title) values (title) returning id';
create function public.settings() returns json stable language sql as $$ select json_build_object(
  'method', current_setting('request.method'), 'path', current_setting('request.path'), 'x', current_setting('request.headers')::json->>'x-example',
  'cookie', current_setting('request.cookies')::json->>'flavour', 'role', current_user, 'claim', current_setting('request.jwt.claims')::json->>'role',
  'zone', current_setting('timezone')) $$;
create function public.refuse(code text) returns int language plpgsql as $$ begin raise exception using errcode = code, message = 'no', detail = 'why', hint = 'so'; end $$;
create function public.answer_all() returns int language plpgsql as $$ begin
  raise sqlstate 'PGRST' using message = '{"code":"MINE","message":"said","details":"d","hint":"h"}', detail = '{"status":418,"headers":{"X-Tea":"pot"}}'; end $$;
create function public.answer_badly() returns int language plpgsql as $$ begin raise sqlstate 'PGRST' using message = 'no json'; end $$;
create function public.teapot() returns text language plpgsql as $$ begin
  perform set_config('response.status', '418', true); perform set_config('response.headers', '[{"X-Tea": "pot"}, {"Cache-Control": "public"}]', true); return 'short'; end $$;
create function public.bad_headers() returns text language plpgsql as $$ begin perform set_config('response.headers', '{"a":1}', true); return ''; end $$;
`);
const call = async (path: string, options: RequestOptions = {}) => {
  const { status, body } = await rest().request(`/rpc/${path}`, options);
  return status < 300 ? body : `${status} ${body.code}`;
};

describe('a function', () => {
  it.each([
    ['with arguments by name', 'add', { a: 1, b: 2 }, 3],
    ['with a default', 'add', { a: 1 }, 11],
    ['with a list', 'total', { numbers: [1, 2, 3] }, 6],
    ['with any number of arguments', 'joined', { words: ['a', 'b'] }, 'a-b'],
    ['with the whole body', 'whole', { a: 'x', b: 1 }, 'x'],
    ['that returns many', 'numbers', { up_to: 3 }, [1, 2, 3]],
    [
      'that returns a table',
      'pairs_of',
      { n: 2 },
      [
        { a: 1, b: 'x1' },
        { a: 2, b: 'x2' },
      ],
    ],
    ['that returns one row', 'first_author?select=name', {}, { name: 'Ursula' }],
    ['that returns a record', 'pair', {}, { one: 1, two: 'two' }],
    ['that is chosen by its arguments', 'which', { b: 1 }, 'b'],
    ['with null', 'greet', { name: null }, null],
  ])('%s, by POST', async (_, name, body, expected) => expect(await call(name, { body })).toEqual(expected));

  it.each([
    ['with arguments by name', 'add?a=1&b=2', 3],
    ['with a list', 'total?numbers={1,2,3}', 6],
    ['with any number of arguments', 'joined?words=a&words=b', 'a-b'],
    ['that returns many', 'numbers?up_to=2', [1, 2]],
    [
      'whose rows are filtered, ordered and limited',
      'pairs_of?n=9&a=gt.3&order=a.desc&limit=2&select=b',
      [{ b: 'x9' }, { b: 'x8' }],
    ],
    [
      'that embeds',
      'books_by?author=Ursula&select=title,authors!author_id(name)&id=eq.1',
      [{ title: 'A Wizard of Earthsea', authors: { name: 'Ursula' } }],
    ],
    ['whose rows have computed fields', 'first_author?select=name,initial', { name: 'Ursula', initial: 'U' }],
  ])('%s, by GET', async (_, path, expected) => {
    expect(await call(path)).toEqual(expected);
    expect(await call(path)).toEqual(expected);
  });

  it('takes a text body, and returns no content when it is void', async () => {
    expect(await call('spoken', { text: 'hello', headers: { 'content-type': 'text/plain' } })).toBe('hello');
    const bytes = { text: 'ab\u0000ü', headers: { 'content-type': 'application/octet-stream' } };
    expect(await call('length_of', bytes)).toBe(5);
    const quiet = await rest().request('/rpc/nothing', { method: 'POST', text: '' });
    expect([quiet.status, quiet.text]).toEqual([204, '']);
    const head = await rest().request('/rpc/numbers?up_to=3', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect([head.status, head.text, head.headers.get('content-range')]).toEqual([200, '', '0-2/3']);
  });

  it('supports counts and ranges', async () => {
    const answer = await rest().request('/rpc/numbers?limit=2&offset=1', {
      body: { up_to: 5 },
      headers: { prefer: 'count=exact' },
    });
    expect([answer.status, answer.body, answer.headers.get('content-range')]).toEqual([206, [2, 3], '1-2/5']);
    const one = await rest().request('/rpc/pairs_of', {
      body: { n: 1 },
      headers: { accept: 'application/vnd.pgrst.object+json' },
    });
    expect(one.body).toEqual({ a: 1, b: 'x1' });
  });

  it('that writes is refused by GET', async () => {
    expect(await call('write_book?title=x')).toBe('405 25006');
    expect(await call('write_book', { body: { title: 'x' } })).toBeTypeOf('number');
    const many = { body: { n: 3 }, headers: { prefer: 'handling=strict,max-affected=2' } };
    expect(await call('pairs_of', many)).toBe('400 PGRST124');
    expect(await call('add', { ...many, body: { a: 1 } })).toBe('400 PGRST128');
  });

  it('reads the request settings', async () => {
    const headers = { 'x-example': 'tea', cookie: 'flavour=mint; other=1', prefer: 'timezone=Europe/Berlin' };
    expect(await call('settings', { headers })).toEqual({
      method: 'GET',
      path: '/rpc/settings',
      x: 'tea',
      cookie: 'mint',
      role: 'anon',
      claim: 'anon',
      zone: 'Europe/Berlin',
    });
  });
});

describe('a function that cannot be called', () => {
  it('is named in the error, with suggestions', async () => {
    const { status, body } = await rest().request('/rpc/ad', { body: { a: 1, b: 2 } });
    expect([status, body]).toEqual([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.ad(a, b) in the schema cache',
        details:
          'Searched for the function public.ad with parameters a, b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: null,
      },
    ]);
    expect((await rest().request('/rpc/gret', { body: {} })).body.hint).toBe(
      'Perhaps you meant to call the function public.greet',
    );
    expect((await rest().request('/rpc/greet', { body: { nam: 'x' } })).body.hint).toBe(
      'Perhaps you meant to call the function public.greet(loud, name)',
    );
  });

  it.each([
    ['two that fit', 'both', { body: { a: 1 } }, '300 PGRST203'],
    ['a method', 'add', { method: 'PATCH', body: {} }, '405 PGRST101'],
    ['a missing argument', 'add', { body: { b: 1 } }, '404 PGRST202'],
    ['a value of another type', 'add', { body: { a: 'one' } }, '400 22P02'],
    ['no JSON', 'add', { text: '{' }, '400 PGRST102'],
  ])('%s', async (_, name, options, expected) => expect(await call(name, options)).toBe(expected));
});

describe('the response that a function sets', () => {
  it.each([
    ['P0001', 400],
    ['P0002', 500],
    ['42501', 401],
    ['23503', 409],
    ['PT404', 404],
    ['PT999', 500],
    ['28000', 403],
    ['57014', 504],
    ['54001', 400],
    ['40001', 409],
    ['XX000', 500],
  ])('SQLSTATE %s is status %s', async (code, status) => {
    const answer = await rest().request('/rpc/refuse', { body: { code } });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ code, message: 'no', details: 'why', hint: 'so' });
  });

  it('is complete with SQLSTATE PGRST', async () => {
    const answer = await rest().request('/rpc/answer_all', { body: {} });
    expect([answer.status, answer.headers.get('x-tea'), answer.body]).toEqual([
      418,
      'pot',
      { code: 'MINE', message: 'said', details: 'd', hint: 'h' },
    ]);
    expect(await call('answer_badly', { body: {} })).toBe('500 PGRST121');
  });

  it('has its status and headers', async () => {
    const answer = await rest().request('/rpc/teapot', { body: {} });
    expect([
      answer.status,
      answer.headers.get('x-tea'),
      answer.headers.get('cache-control'),
      answer.body,
    ]).toEqual([418, 'pot', 'public', 'short']);
    expect(await call('bad_headers', { body: {} })).toBe('500 PGRST111');
  });
});
