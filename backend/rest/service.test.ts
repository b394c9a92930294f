import { describe, expect, it } from 'vitest';
import { library, startRest } from '../../tests/harness/rest/test-rest.ts';

const rest = startRest(
  `${library}
create schema shop;
create type shop.size as enum ('s', 'l');
create table shop.items (id int primary key, name text, size shop.size);
create function shop.hello() returns text stable language sql as $$ select current_schema()::text $$;
create function public.cut() returns void language sql security definer as 'select pg_terminate_backend(pg_backend_pid())';
create function public.sleep(seconds float) returns void language sql as 'select pg_sleep(seconds)';
insert into shop.items values (1, 'cup', 'l');
grant usage on schema shop to anon; grant all on all tables in schema shop to anon;
alter role anon set statement_timeout = '1s';
comment on table public.shelves is E'Where books stand\\n\\nOne row a shelf.';
`,
  { api: { schemas: ['public', 'shop', 'gone'], maxRows: 3 }, ownServer: true },
);
const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rest().request(path, { headers, method });

describe('schemas', () => {
  it('are chosen by profile, for reading and for writing', async () => {
    const read = await request('/items', { 'accept-profile': 'shop' });
    expect([read.body, read.headers.get('content-profile')]).toEqual([
      [{ id: 1, name: 'cup', size: 'l' }],
      'shop',
    ]);
    expect((await request('/shelves')).headers.get('content-profile')).toBe('public');
    const written = await rest().request('/items?select=id,size', {
      body: { id: 2, size: 's' },
      headers: { 'content-profile': 'shop', prefer: 'return=representation' },
    });
    expect(written.body).toEqual([{ id: 2, size: 's' }]);
    expect((await request('/rpc/hello', { 'accept-profile': 'shop' })).body).toBe('shop');
    expect((await request('/items')).body.code).toBe('PGRST205');
    expect((await request('/items', { 'accept-profile': 'gone' })).body.code).toBe('PGRST205');
    expect((await request('/items', { 'accept-profile': 'auth' })).body).toMatchObject({
      code: 'PGRST106',
      hint: 'Only the following schemas are exposed: public, shop, gone',
    });
  });
});

/** Quotes are doubled. */
const alterLogin = (change: string) =>
  rest().database.sql.script(
    `do $$ begin execute format('alter role authenticator in database %I ${change}', current_database()); end $$`,
  );

describe('definitions', () => {
  it('are known as soon as they are created, changed or dropped', async () => {
    const { sql } = rest().database;
    await sql`create table public.fresh (id int primary key)`;
    await expect.poll(async () => (await request('/fresh')).status).toBe(200);
    await sql`alter table public.fresh add column word text default 'new'`;
    const put = () =>
      rest().request('/fresh?select=word', {
        body: { id: Math.floor(Math.random() * 1e9), word: 'x' },
        headers: { prefer: 'return=representation' },
      });
    await expect.poll(async () => (await put()).status).toBe(201);
    await sql`create function public.fresh_words(public.fresh) returns text stable language sql as 'select upper($1.word)'`;
    await expect
      .poll(async () => (await request('/fresh?select=fresh_words')).body[0])
      .toEqual({ fresh_words: 'X' });
    await sql`drop table public.fresh cascade`;
    await expect.poll(async () => (await request('/fresh')).body.code).toBe('PGRST205');
  });

  it('are read again on notify, including the settings of roles', async () => {
    expect((await request('/books?select=count()')).status).toBe(200);
    await alterLogin('reset pgrst.db_aggregates_enabled');
    await rest().database.notify('pgrst', 'reload config');
    await expect.poll(async () => (await request('/books?select=count()')).body.code).toBe('PGRST123');
    await alterLogin("set pgrst.db_plan_enabled = ''false''");
    await rest().database.notify('pgrst', 'reload config');
    const plan = () => request('/books', { accept: 'application/vnd.pgrst.plan+json' });
    await expect.poll(async () => (await plan()).body.code).toBe('PGRST107');
  });
});

describe('limits', () => {
  it('no more rows than configured are returned, at every level', async () => {
    expect((await request('/books?select=id&order=id')).body).toHaveLength(3);
    expect((await request('/books?select=id&limit=100')).body).toHaveLength(3);
    const counted = await request('/books?select=id', { prefer: 'count=exact' });
    expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-2/4']);
  });

  it('a statement ends after the timeout of its role', async () => {
    const answer = await rest().request('/rpc/sleep', { body: { seconds: 30 } });
    expect([answer.status, answer.body]).toMatchObject([
      504,
      { code: '57014', message: 'canceling statement due to statement timeout' },
    ]);
  });

  it('a statement is canceled when its client has left', async () => {
    const leaving = new AbortController();
    const token = rest().secrets.serviceRoleKey;
    const answer = rest().request('/rpc/sleep', { as: token, body: { seconds: 60 }, signal: leaving.signal });
    const sleepers = async () =>
      (
        await rest().database
          .sql`select 1 from pg_stat_activity where query like '%pgrst_call%' and wait_event = 'PgSleep'`
      ).length;
    await expect.poll(sleepers).toBe(1);
    leaving.abort();
    await answer.catch(() => undefined);
    await expect.poll(sleepers).toBe(0);
    expect((await request('/shelves')).status).toBe(200);
  });

  it('a lost connection is reported, and the next request uses another', async () => {
    const answer = await rest().request('/rpc/cut', { body: {} });
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'PGRST001',
      '2',
    ]);
    await expect.poll(async () => (await request('/shelves')).status).toBe(200);
  });

  it.each([
    ['levels', `/books?select=${'authors!author_id(books!author_id('.repeat(15)}id${'))'.repeat(15)}`],
    ['brackets', `/books?or=${'(and'.repeat(40)}(id.eq.1)${')'.repeat(40)}`],
    ['columns', `/books?select=${Array.from({ length: 600 }, (_, n) => `c${n}:id`).join()}`],
    ['parameters', `/books?${'id=gt.0&'.repeat(400)}`],
    ['steps into JSON', `/authors?select=facts${'->a'.repeat(60)}`],
    ['terms of an order', `/books?order=${'id,'.repeat(60)}id`],
  ])('too many %s are refused', async (_, path) => {
    const answer = await request(path);
    expect([answer.status, answer.body.code]).toEqual([400, 'PGRST100']);
  });

  it('many are accepted', async () => {
    const columns = Array.from({ length: 400 }, (_, n) => `c${n}:id`).join();
    expect(Object.keys((await request(`/books?select=${columns}&limit=1`)).body[0])).toHaveLength(400);
    const either = Array.from({ length: 400 }, (_, n) => `id.eq.${n}`).join();
    expect((await request(`/books?or=(${either})`)).status).toBe(200);
    expect((await request(`/books?id=in.(${Array.from({ length: 3000 }, (_, n) => n).join()})`)).status).toBe(
      200,
    );
  });
});

describe('addresses and methods', () => {
  it.each([
    ['GET', '/books/1', 404, 'PGRST125'],
    ['GET', '/rpc', 404, 'PGRST205'],
    ['GET', '/rpc/', 404, 'PGRST205'],
    ['GET', '/%00', 404, 'PGRST125'],
    ['GET', '/%ff', 404, 'PGRST125'],
    ['GET', '/books?id=eq.%00', 400, 'PGRST100'],
    ['PATCH', '/', 405, 'PGRST117'],
    ['PURGE', '/books', 405, 'PGRST117'],
    ['DELETE', '/rpc/sleep', 405, 'PGRST101'],
  ])('%s %s is answered %s', async (method, path, status, code) => {
    const answer = await request(path, {}, method);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('OPTIONS lists the allowed methods', async () => {
    const allow = async (path: string) => (await request(path, {}, 'OPTIONS')).headers.get('allow');
    expect(await allow('/books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
    expect(await allow('/rpc/sleep')).toBe('OPTIONS,POST');
    expect(await allow('/')).toBe('OPTIONS,GET,HEAD');
    const asked = {
      origin: 'https://site.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,prefer',
    };
    const preflight = await request('/books', asked, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'apikey,prefer',
    ]);
    const read = await request('/books', { origin: 'https://site.example' });
    expect(read.headers.get('access-control-expose-headers')).toContain('Content-Range');
    expect(read.headers.get('cache-control')).toBe('no-store');
  });

  it('the root returns the OpenAPI description', async () => {
    const { body, headers } = await request('/');
    expect(headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
    expect(body).toMatchObject({ swagger: '2.0', basePath: '/rest/v1' });
    expect(body.paths['/shelves'].get).toMatchObject({
      summary: 'Where books stand',
      description: 'One row a shelf.',
    });
    expect(Object.keys(body.paths['/rpc/sleep'])).toEqual(['post']);
    expect(body.definitions.books.properties).toMatchObject({
      id: { type: 'integer', format: 'int32', description: 'Note:\nThis is a Primary Key.<pk/>' },
      author_id: {
        description: "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>",
      },
      mood: { enum: ['dark', 'light'], type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      pages: { default: 100 },
    });
    expect((await request('/', {}, 'HEAD')).text).toBe('');
    expect((await request('/', { accept: 'text/csv' })).status).toBe(406);
  });
});
