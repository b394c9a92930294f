/** Page views on a real database: from the beacon to the row. */
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import site from '../../site.config.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { describeSiteOnEveryServer } from '../../tests/harness/database/servers.ts';
import { incomingView } from '../../tests/harness/page-views/test-view.ts';
import { createLog } from '../log.ts';
import type { Visitor } from '../session/visitor.ts';
import { createViewReceiver } from './mark-owner-views.ts';
import { openPageViews } from './open-page-views.ts';

describeSiteOnEveryServer('page views', (server) => {
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    database = server().database;
    const made = await makeFolder();
    folder = made.folder;
    return made.remove;
  });
  beforeEach(async () => {
    await database.sql`truncate site.page_view_paths, site.page_view_counts, site.page_view_facts,
      site.page_view_visits`;
  });

  async function open(changes: Partial<typeof site.pageViews> = {}, given: { away?: boolean } = {}) {
    const logged: string[] = [];
    const log = createLog({ write: (text) => logged.push(text) });
    const views = await openPageViews({
      site: { pageViews: { ...site.pageViews, ...changes } },
      settings: { siteUrl: 'https://site.test', dataFolder: folder },
      database: given.away
        ? { sql: Object.assign(() => Promise.reject(new Error('away')), {}) as unknown as Database['sql'] }
        : database,
      pathExists: (path) => path === '/about',
      log,
    });
    let closed = false;
    const close = async () => {
      if (!closed) await views.close();
      closed = true;
    };
    onTestFinished(() => close().catch(() => {}));
    const logs = () => {
      log.flush();
      return logged.join('');
    };
    return { ...views, close, logged: logs };
  }

  const facts = async () => {
    const rows = await database.sql<{ kind: string; name: string; views: number }[]>`
      select kind, name, views from site.page_view_facts where span = 1 and kind in ('total', 'discarded', 'country')`;
    return Object.fromEntries(rows.map(({ kind, name, views }) => [name ? `${kind} ${name}` : kind, views]));
  };

  test('counted views are in the database within a second, and discarded ones under their reason', async () => {
    const views = await open({ ignoredAddresses: ['192.0.2.0/24'], countryHeader: 'cf-ipcountry' });
    const token = views.sign('/about') ?? '';
    await views.receive(incomingView({ token, headers: { 'cf-ipcountry': 'NZ' } }));
    await views.receive(incomingView({ token, address: '192.0.2.7' }));
    await views.receive(incomingView({ token, path: '/nowhere' }));
    views.discard('too-large');
    await expect.poll(facts).toEqual({
      total: 1,
      'country NZ': 1,
      'discarded ignored-address': 1,
      'discarded unknown-path': 1,
      'discarded too-large': 1,
    });
  });

  test('closing writes waiting views', async () => {
    const views = await open();
    await views.receive(incomingView({ token: views.sign('/about') ?? '' }));
    await views.close();
    expect(await facts()).toEqual({ total: 1 });
  });

  test('closing waits for a view whose visitor is still being identified', async () => {
    const views = await open();
    const token = views.sign('/about') ?? '';
    const lookUp = Promise.withResolvers<Visitor>();
    const receive = createViewReceiver(views, () => lookUp.promise);
    receive(incomingView({ token, headers: { cookie: 'a=b' } }));
    const closing = views.close();
    // Long enough to detect a close that does not wait.
    await (await open()).close();
    lookUp.resolve({ state: 'signed-out' });
    await closing;
    expect(await facts()).toEqual({ total: 1 });
  });

  test('neither address nor user agent is stored in the database', async () => {
    const views = await open();
    await views.receive(
      incomingView({
        token: views.sign('/about') ?? '',
        address: '203.0.113.77',
        referrer: 'https://a.example/secret',
      }),
    );
    await views.close();
    const tables = ['paths', 'counts', 'facts', 'visits', 'batches'];
    const rows = await Promise.all(
      tables.map((name) => database.sql.script(`select * from site.page_view_${name}`)),
    );
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/203\.0\.113|Firefox|secret/);
  });

  test('two processes with one secret accept each other’s tokens, and number visitors alike', async () => {
    const [one, two] = [await open(), await open()];
    expect(one.sign('/about')).toBe(two.sign('/about'));
    for (const each of [one, two]) await each.receive(incomingView({ token: one.sign('/about') ?? '' }));
    await one.close();
    await two.close();
    const [row] = await database.sql`select views, visitors from site.page_view_facts where kind = 'total'`;
    expect(row).toEqual({ views: 2, visitors: 1 });
  });

  test('the count of an article is known shortly after it was requested', async () => {
    const views = await open();
    await views.receive(incomingView({ token: views.sign('/about') ?? '' }));
    await expect.poll(facts).toEqual({ total: 1 });
    const changed: unknown[] = [];
    views.onChange((paths) => changed.push(paths));
    expect(views.countOf('/about')).toBeUndefined();
    await expect.poll(() => views.countOf('/about')).toBe(1);
    expect(changed).toEqual([['/about']]);
  });

  test('an unavailable database delays only the views', async () => {
    const views = await open({}, { away: true });
    expect(views.sign('/about')).toBeDefined();
    await views.receive(incomingView({ token: views.sign('/about') ?? '' }));
    expect(views.logged()).toContain('away');
  });

  test('nothing is counted when counting is off, and pages have no token', async () => {
    const views = await open({ counter: 'off' });
    expect(views.sign('/about')).toBeUndefined();
    await views.receive(incomingView());
    await views.close();
    expect(await facts()).toEqual({});
  });

  describe('an error in site.config.ts ends the start', () => {
    test.each([
      [
        { timeZone: 'Europe/Nowhere' },
        'pageViews.timeZone in site.config.ts is not a time zone ("Europe/Nowhere")',
      ],
      [
        { ignoredAddresses: ['10.0.0.0/99'] },
        'pageViews.ignoredAddresses in site.config.ts must be addresses or networks',
      ],
      [{ counter: { service: 'goatcounter', url: 'https://a.example' } as const }, 'set GOATCOUNTER_TOKEN'],
    ])('%o', async (changes, message) => {
      await expect(open(changes)).rejects.toThrow(message);
    });
  });
});
