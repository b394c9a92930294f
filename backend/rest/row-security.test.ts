import { describe, expect, it } from 'vitest';
import { startRest } from '../../tests/harness/rest/test-rest.ts';

const [anna, ben] = ['0a000000-0000-4000-8000-000000000001', '0b000000-0000-4000-8000-000000000002'];

/** Anna and Ben each have a diary; a diary has pages and readers; one page of Anna's is public. */
const rest = startRest(
  `
create table public.diaries (id int primary key, owner uuid not null default auth.uid(), title text unique, mood text, account uuid);
create table public.pages (id int primary key, diary_id int not null references public.diaries, owner uuid default auth.uid(), text text, is_public boolean default false);
create table public.readers (id int primary key, name text, owner uuid default auth.uid());
create table public.readings (diary_id int references public.diaries, reader_id int references public.readers, owner uuid default auth.uid(), primary key (diary_id, reader_id));
create table public.locked (id int primary key, word text);
create table public.halves (id int primary key, shown text, hidden text);
create table public.links (id int primary key, user_id uuid references auth.users);
create view public.open_pages with (security_invoker) as select id, diary_id, text from public.pages;
create schema private;
create table private.vault (id int primary key, word text);
create function public.last_page(public.diaries) returns setof public.pages stable rows 1 language sql as
  'select * from public.pages where diary_id = $1.id order by id desc limit 1';
create function public.my_diaries() returns setof public.diaries stable language sql as 'select * from public.diaries order by id';
create function public.who() returns uuid stable language sql as 'select auth.uid()';
create function public.open_vault() returns text language sql as 'select word from private.vault';
do $$ declare t text; begin
  foreach t in array array['diaries', 'pages', 'readers', 'readings'] loop
    execute format('alter table public.%I enable row level security', t);
    execute format('create policy own on public.%I using (owner = auth.uid()) with check (owner = auth.uid())', t);
  end loop;
end $$;
create policy open on public.pages for select using (is_public);
revoke all on public.locked, public.halves from anon, authenticated;
grant select (id, shown), insert (id, shown) on public.halves to anon;
insert into private.vault values (1, 'vault-word');
insert into public.locked values (1, 'locked-word');
insert into public.halves values (1, 'shown', 'hidden-word');
insert into public.diaries values (1, '${anna}', 'annas-title', 'annas-mood'), (2, '${ben}', 'bens-title', 'bens-mood');
insert into public.pages values (1, 1, '${anna}', 'annas-text', false), (2, 1, '${anna}', 'annas-open-text', true), (3, 2, '${ben}', 'bens-text', false);
insert into public.readers values (1, 'annas-reader', '${anna}'), (2, 'bens-reader', '${ben}');
insert into public.readings values (1, 1, '${anna}'), (2, 2, '${ben}'), (2, 1, '${ben}');
insert into public.diaries select i, '${ben}', 'bens-' || i, 'common-mood' from generate_series(100, 400) i;
alter role authenticator set pgrst.db_aggregates_enabled = 'true';
analyze;
`,
  { ownServer: true },
);
const as = (user: string | undefined) => (user === undefined ? undefined : rest().tokenOf(user));
const request = (user: string | undefined, path: string, question = {}) =>
  rest().request(path, { as: as(user), ...question });
const annasSecrets = /annas-(title|mood|text|reader)/;
const bensSecrets = /bens-/;

describe('a caller sees only the rows that the policies allow, by any request', () => {
  const ways = [
    '/diaries',
    '/diaries?select=*,pages(*,diaries(*)),readers(*),last_page(*),open_pages(*)',
    '/pages?select=*,diaries(*)',
    '/pages?select=*,...diaries(*)',
    '/pages?select=*,diaries!inner(*)',
    '/open_pages?select=*,diaries(*)',
    '/readers?select=*,diaries(*,pages(*))',
    '/readings?select=*,diaries(*),readers(*)',
    '/readings?select=...diaries(title),...readers(name)',
    '/diaries?select=*,pages()&pages=not.is.null',
    '/diaries?select=id,pages(id)&pages.text=like.*text*',
    '/diaries?select=title.max(),mood.min(),count()',
    '/diaries?or=(title.like.*,mood.like.*,id.gt.0)',
    '/diaries?order=title.desc',
    '/rpc/my_diaries?select=*,pages(*),readers(*)',
    '/rpc/my_diaries',
  ];
  it.each(ways)('%s', async (path) => {
    const [annas, bens, anonymous] = await Promise.all([
      request(anna, path),
      request(ben, path),
      request(undefined, path),
    ]);
    expect(annas.text).not.toMatch(bensSecrets);
    expect(bens.text).not.toMatch(annasSecrets);
    expect(anonymous.text).not.toMatch(/annas-(title|mood|text|reader)|bens-/);
    expect([annas.status, bens.status, anonymous.status].every((status) => status < 500)).toBe(true);
  });

  it('the allowed rows are returned', async () => {
    expect((await request(anna, '/diaries?select=title,pages(text)')).body).toEqual([
      { title: 'annas-title', pages: [{ text: 'annas-text' }, { text: 'annas-open-text' }] },
    ]);
    expect((await request(undefined, '/pages?select=text')).body).toEqual([{ text: 'annas-open-text' }]);
    expect((await request(anna, '/rpc/who')).body).toBe(anna);
    expect((await request(undefined, '/rpc/who')).body).toBe(null);
    expect(
      (await rest().request('/diaries?select=id&limit=3', { as: rest().secrets.serviceRoleKey })).body,
    ).toHaveLength(3);
  });

  it('also when callers share a connection', async () => {
    const order = Array.from({ length: 60 }, (_, index) => [anna, ben, undefined][index % 3]);
    const seen: number[] = [];
    for (const user of order) seen.push((await request(user, '/diaries?select=id&limit=400')).body.length);
    expect(seen).toEqual(order.map((user) => (user === anna ? 1 : user === ben ? 302 : 0)));
    const together = await Promise.all(order.map((user) => request(user, '/diaries?select=owner&limit=1')));
    expect(together.map(({ body }) => body[0]?.owner)).toEqual(order);
  });
});

describe('counting', () => {
  it.each(['exact', 'planned', 'estimated'])('%s counts only visible rows', async (kind) => {
    const count = async (user: string | undefined, path: string) =>
      (await request(user, path, { method: 'HEAD', headers: { prefer: `count=${kind}` } })).headers
        .get('content-range')
        ?.split('/')[1];
    expect(await count(anna, '/diaries?limit=1')).toBe('1');
    expect(await count(anna, '/diaries?limit=1&mood=eq.common-mood')).toBe('0');
    expect(await count(undefined, '/diaries?limit=1')).toBe('0');
    expect(await count(anna, '/readers?select=*,diaries!inner(*)&diaries.mood=eq.common-mood&limit=1')).toBe(
      '0',
    );
    expect(await count(anna, '/open_pages?text=eq.bens-text')).toBe('0');
  });
});

describe('changing', () => {
  it.each([
    ['update', 'PATCH', '/diaries?id=gt.1', { title: 'stolen' }],
    ['delete', 'DELETE', '/diaries?id=gt.1', undefined],
  ])('%s changes no rows of other users', async (_, method, path, body) => {
    const answer = await request(anna, path, {
      method,
      body,
      headers: { prefer: 'return=representation,count=exact' },
    });
    expect([answer.body, answer.headers.get('content-range')?.split('/')[1]]).toEqual([[], '0']);
    expect((await request(ben, '/diaries?select=title&id=eq.2')).body).toEqual([{ title: 'bens-title' }]);
  });

  it('upsert neither takes over nor returns a row of another user', async () => {
    const prefer = 'resolution=merge-duplicates,return=representation';
    const taken = await request(anna, '/diaries', {
      body: { id: 2, title: 'mine now' },
      headers: { prefer },
    });
    expect([taken.status, taken.body.code]).toEqual([403, '42501']);
    expect(taken.text).not.toMatch(/bens-/);
    const ignored = await request(anna, '/diaries', {
      body: { id: 2, title: 'x' },
      headers: { prefer: 'resolution=ignore-duplicates,return=representation' },
    });
    expect(ignored.body).toEqual([]);
    const put = await request(anna, '/diaries?id=eq.2', { method: 'PUT', body: { id: 2, title: 'x' } });
    expect(put.status).toBe(403);
    const given = await request(anna, '/diaries', { body: { id: 9, owner: ben } });
    expect([given.status, given.body.code]).toEqual([403, '42501']);
    expect((await request(ben, '/diaries?select=title&id=eq.2')).body).toEqual([{ title: 'bens-title' }]);
  });

  it('a conflict with a hidden row does not reveal its contents', async () => {
    const answer = await request(anna, '/diaries', { body: { id: 10, title: 'bens-title' } });
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "diaries_title_key"',
        details: null,
        hint: null,
      },
    ]);
    const value = await request(anna, '/pages', { body: { id: 1, diary_id: null } });
    expect(value.text).not.toMatch(/annas-|bens-/);
  });
});

describe('data without a grant', () => {
  it.each([
    ['a table', '/locked', 401],
    ['a column', '/halves?select=hidden', 401],
    ['all columns', '/halves', 401],
    ['a filter on a column', '/halves?select=id&hidden=like.h*', 401],
    ['an order by a column', '/halves?select=id&order=hidden', 401],
    ['a function that reads it', '/rpc/open_vault', 401],
  ])('%s', async (_, path, status) => {
    const answer = await request(undefined, path);
    expect([answer.status, answer.body.code]).toEqual([status, '42501']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.text).not.toMatch(/-word/);
    expect((await request(anna, path)).status).toBe(403);
  });

  it('the other columns stay readable, and a change returns no more than requested', async () => {
    expect((await request(undefined, '/halves?select=id,shown')).body).toEqual([{ id: 1, shown: 'shown' }]);
    const prefer = 'return=representation';
    const made = await request(undefined, '/halves?select=id', {
      body: { id: 2, shown: 'x' },
      headers: { prefer },
    });
    expect([made.status, made.body]).toEqual([201, [{ id: 2 }]]);
    expect(
      (await request(undefined, '/halves?select=hidden', { body: { id: 3 }, headers: { prefer } })).status,
    ).toBe(401);
  });

  it('other schemas are unreachable', async () => {
    for (const profile of [
      'private',
      'auth',
      'porchlight',
      'pg_catalog',
      'information_schema',
      '"public"',
      'public,private',
    ]) {
      const answer = await request(undefined, '/vault', { headers: { 'accept-profile': profile } });
      expect([answer.status, answer.body.code]).toEqual([406, 'PGRST106']);
    }
    expect((await request(undefined, '/private.vault')).body.code).toBe('PGRST205');
    expect((await request(undefined, '/pg_class')).body.code).toBe('PGRST205');
    const embedded = await request(anna, '/links?select=users(email)');
    expect([embedded.body.code, embedded.body.hint]).toEqual(['PGRST200', null]);
  });

  it('is not suggested either', async () => {
    expect((await request(undefined, '/locket')).body.hint).toBe(null);
    expect((await request(undefined, '/diarie')).body.hint).toBe(
      "Perhaps you meant the table 'public.diaries'",
    );
    const { body } = await request(undefined, '/');
    expect(Object.keys(body.definitions)).not.toContain('locked');
    expect(Object.keys(body.definitions)).toContain('diaries');
    expect(JSON.stringify(body)).not.toMatch(/private|"vault"/);
  });
});
