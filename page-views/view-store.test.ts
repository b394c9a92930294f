/** One suite over both stores: our own Postgres, and a hosted project's data API in front of the same functions. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { json } from '../database/driver/values.ts';
import { describeSiteOnEveryServer } from '../tests/harness/database/servers.ts';
import { countedView, toTable } from '../tests/harness/page-views/test-view.ts';
import { createDatabaseStore } from './database-store.ts';
import { createHostedStore, digestOf } from './hosted-store.ts';
import type { ViewStore } from './view-store.ts';

const url = 'https://project.supabase.test';
const siteKey = 'the key of this site';

describeSiteOnEveryServer('page views are stored', (server) => {
  let database: Database;
  const requests: Request[] = [];
  beforeAll(async () => {
    database = server().database;
    await database.sql`select site.allow_page_views(${digestOf(siteKey)})`;
  });

  const isText = (value: unknown): value is string | string[] =>
    [value].flat().every((part) => typeof part === 'string');

  /** Calls a function like PostgREST: as anon, with named parameters. */
  const dataApi: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request.clone());
    const name = new URL(request.url).pathname.replace('/rest/v1/rpc/', '');
    const given = Object.entries((await request.json()) as Record<string, unknown>);
    try {
      const [row] = await database.asRole('anon', {}, (sql) =>
        sql.unsafe(
          `select public.${name}(${given.map(([key], index) => `${key} => $${index + 1}`).join(', ')}) as answer`,
          given.map(([, value]) => (isText(value) ? value : json(value))),
        ),
      );
      const answer: unknown = row?.answer;
      return name === 'write_page_views' ? new Response(null, { status: 204 }) : Response.json(answer);
    } catch (error) {
      const { code } = error as { code?: string };
      return Response.json({ code }, { status: code === '42501' ? 401 : code === '42883' ? 404 : 400 });
    }
  };
  const hosted = (changes: Partial<Parameters<typeof createHostedStore>[0]> = {}) =>
    createHostedStore({ url, publicKey: 'sb_publishable_x', siteKey, fetch: dataApi, ...changes });

  const stores: [string, () => ViewStore][] = [
    ['in our own Postgres', () => createDatabaseStore(database)],
    ['in a hosted project', () => hosted()],
  ];

  describe.each(stores)('%s', (name, open) => {
    test('with a salt for the day', async () => {
      const salt = await open().readSalt('2026-11-15');
      expect(salt).toMatch(/^[0-9a-f]{64}$/);
      expect(await createDatabaseStore(database).readSalt('2026-11-15')).toBe(salt);
    });

    test('and counted by path', async () => {
      const path = `/${randomUUID()}`;
      const view = countedView({
        visitor: '-9223372036854775808',
        path,
        referrer: 'example.com',
        country: 'DE',
      });
      const batch = {
        id: randomUUID(),
        today: '2026-11-15',
        ...toTable([{ ...view, views: 2 }]),
        discarded: [{ day: '2026-11-15', reason: 'bot' as const, views: 1 }],
      };
      await open().record(batch);
      await open().record(batch);
      expect(await open().count([path, `/nothing-${name}`])).toEqual({ [path]: 2 });
    });
  });

  describe.each(stores)('%s', (_name, open) => {
    test('once for a message that two processes received', async () => {
      const day = '2026-11-15';
      const [shared, own] = [`/${randomUUID()}`, `/${randomUUID()}`];
      const rows = toTable([
        { ...countedView({ path: shared }), views: 2 },
        { ...countedView({ path: own, visitor: '2' }), views: 1 },
      ]);
      const key = Math.floor(Math.random() * 2 ** 52);
      const send = (keys: number[]) =>
        open().record({
          id: randomUUID(),
          today: day,
          ...rows,
          messages: { keys: keys.join(), rows: '0,0,1' },
          discarded: [],
        });
      const countReplayed = async () => {
        const [row] = await database.sql<{ views: number }[]>`
          select views::int from site.page_view_facts where kind = 'discarded' and name = 'replayed' and start = ${day}::text::date`;
        return row?.views ?? 0;
      };
      const before = await countReplayed();
      await send([key, key + 1, key + 2]);
      await send([key + 1, key + 3, key + 4]);
      await send([key, key + 3, key + 5]);
      expect(await open().count([shared, own])).toEqual({ [shared]: 3, [own]: 3 });
      expect((await countReplayed()) - before).toBe(3);
    });
  });

  test('in a hosted project only for a site that its owner has authorized', async () => {
    await expect(hosted({ siteKey: 'another' }).readSalt('2026-11-15')).rejects.toThrow(
      `select site.allow_page_views('${digestOf('another')}');`,
    );
    await expect(
      hosted({ siteKey: '' }).record({
        id: randomUUID(),
        today: '2026-11-15',
        ...toTable([]),
        discarded: [],
      }),
    ).rejects.toThrow('does not take page views from this site yet');
  });

  test('with the project’s public key, as a bearer token only if it is one', async () => {
    requests.length = 0;
    await hosted().readSalt('2026-11-15');
    await hosted({ publicKey: 'eyJh.anon.key' }).readSalt('2026-11-15');
    expect(requests.map(({ headers }) => [headers.get('apikey'), headers.get('authorization')])).toEqual([
      ['sb_publishable_x', null],
      ['eyJh.anon.key', 'Bearer eyJh.anon.key'],
    ]);
  });

  test.each([
    [404, 'supabase db push'],
    [500, 'The project answered 500: oops'],
  ])('or the error says what to do: %i', async (status, text) => {
    const broken = hosted({ fetch: async () => new Response('oops', { status }) });
    await expect(broken.readSalt('2026-11-15')).rejects.toThrow(text);
  });
});
