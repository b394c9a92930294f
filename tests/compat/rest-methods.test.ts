/** The data API, method by method of the official client: docs/compatibility.md is made of these names. */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { useBackend } from './compat-backend.ts';
import { type Answer, booksOf, libraryTables } from './library-tables.ts';
import { settings } from './test-users.ts';

describeOnEveryServer('the data API by its methods', (server) => {
  beforeAll(() => server().database.sql.script(libraryTables));
  const backend = useBackend(() => server().database, {
    toml: settings({ confirm: false, more: '[api]\nschemas = ["public", "archive"]' }),
  });
  const client = () => backend().client();
  const books = () => client().from('books');
  const shelves = () => client().from('shelves');

  describe('from', () => {
    it('queries a table', async () => {
      expect((await books().select()).data).toHaveLength(3);
    });

    it('reports that there is none, and suggests a similar name', async () => {
      const { error, status } = await client().from('book').select();
      expect([status, error?.code]).toEqual([404, 'PGRST205']);
      expect(error?.hint).toContain('public.books');
    });
  });

  describe('schema', () => {
    it('queries another exposed schema, and no other', async () => {
      expect((await client().schema('archive').from('books').select()).data).toEqual([
        { id: 7, title: 'An old one' },
      ]);
      expect((await client().schema('auth').from('users').select()).error?.code).toBe('PGRST106');
    });
  });

  describe('rpc', () => {
    it('calls a function with arguments or their defaults, by POST and by GET', async () => {
      const titles = async (answer: Answer) =>
        ((await answer).data as { title: string }[]).map(({ title }) => title);
      expect(await titles(client().rpc('longest'))).toEqual(['The garden', 'Home cooking']);
      expect(await titles(client().rpc('longest', { fewest: 200 }, { get: true }))).toEqual(['The garden']);
    });

    it('can be filtered, ordered and counted as a table', async () => {
      const called = client().rpc('longest', {}, { count: 'exact' }).select('id').order('id').limit(1);
      expect(await called).toMatchObject({ data: [{ id: 1 }], count: 2 });
    });
  });

  describe('from().select', () => {
    it('accepts columns, aliases, casts and JSON paths', async () => {
      const { data } = await books().select('name:title, id::text, extra->rank->now').eq('id', 1).single();
      expect(data).toEqual({ name: 'Home cooking', id: '1', now: 3 });
    });

    it('embeds related rows in both directions, with their own filters', async () => {
      const { data } = await client()
        .from('shelves')
        .select('place, books!inner(title)')
        .eq('books.lent', true);
      expect(data).toEqual([{ place: 'hall', books: [{ title: 'Home cooking' }] }]);
      expect((await books().select('...shelves(place)').eq('id', 3).single()).data).toEqual({
        place: 'attic',
      });
    });

    it.each(['exact', 'planned', 'estimated'] as const)('counts: %s', async (count) => {
      expect((await books().select('*', { count, head: true })).count).toBeTypeOf('number');
    });
  });

  describe('from().insert', () => {
    it('inserts one row or many, and returns them on request', async () => {
      const made = await shelves()
        .insert([
          { id: 10, place: 'a' },
          { id: 11, place: 'b' },
        ])
        .select('id');
      expect(made).toMatchObject({ status: 201, data: [{ id: 10 }, { id: 11 }] });
      expect(await shelves().insert({ id: 12, place: 'c' })).toMatchObject({ status: 201, data: null });
    });

    it('refuses an existing key', async () => {
      expect(await shelves().insert({ id: 1, place: 'x' })).toMatchObject({
        status: 409,
        error: { code: '23505' },
      });
    });
  });

  describe('from().upsert', () => {
    it('inserts or updates, or ignores duplicates', async () => {
      const put = (place: string, ignoreDuplicates = false) =>
        shelves().upsert({ id: 20, place }, { onConflict: 'id', ignoreDuplicates }).select('place');
      expect((await put('new')).data).toEqual([{ place: 'new' }]);
      expect((await put('newer')).data).toEqual([{ place: 'newer' }]);
      expect((await put('newest', true)).data).toEqual([]);
    });
  });

  describe('from().update', () => {
    it('updates the rows of a filter', async () => {
      await shelves().insert({ id: 30, place: 'before' });
      const changed = await shelves()
        .update({ place: 'after' }, { count: 'exact' })
        .eq('id', 30)
        .select('place');
      expect(changed).toMatchObject({ count: 1, data: [{ place: 'after' }] });
    });
  });

  describe('from().delete', () => {
    it('deletes the rows of a filter', async () => {
      await shelves().insert({ id: 40, place: 'gone' });
      expect((await shelves().delete().eq('id', 40).select()).data).toEqual([{ id: 40, place: 'gone' }]);
    });
  });

  describe('from().maxAffected', () => {
    it('changes nothing when more rows would be changed', async () => {
      const change = shelves().update({ place: 'all' }).gte('id', 0);
      // The types have it only for a client with the server's version.
      change.maxAffected(1);
      const { error } = await change;
      expect(error?.code).toBe('PGRST124');
      expect((await shelves().select().eq('id', 1).single()).data).toEqual({ id: 1, place: 'hall' });
    });
  });

  describe('from().single', () => {
    it('returns one row, and refuses none and several', async () => {
      expect((await books().select('id').eq('id', 1).single()).data).toEqual({ id: 1 });
      expect(await books().select().single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    });
  });

  describe('from().maybeSingle', () => {
    it('returns one row or null', async () => {
      expect(await books().select().eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null });
    });
  });

  describe('from().csv', () => {
    it('returns a table as text', async () => {
      expect((await books().select('id, title').order('id').limit(1).csv()).data).toBe(
        'id,title\n1,"Home cooking"',
      );
    });
  });

  describe('from().stripNulls', () => {
    it('leaves out null values', async () => {
      expect((await books().select('id, pages').eq('id', 3).stripNulls()).data).toEqual([{ id: 3 }]);
    });
  });

  describe('from().geojson', () => {
    it('returns rows as GeoJSON where the server has PostGIS', async () => {
      const { sql } = server().database;
      const [postgis] = await sql`select from pg_available_extensions where name = 'postgis'`;
      // The embedded server never has it.
      if (!postgis) {
        const { error, status } = await books().select().geojson();
        expect([status, error?.code]).toEqual([404, '42883']);
        return;
      }
      await sql.script(`
        create extension postgis with schema extensions;
        create table public.places (name text, location extensions.geometry(point, 4326));
        insert into public.places values ('Berlin', 'srid=4326;point(13.4 52.5)');
        grant select on public.places to anon;
        notify pgrst, 'reload schema';`);
      const places = (filter = 'Berlin') => client().from('places').select().eq('name', filter).geojson();
      await expect.poll(async () => (await places()).error).toBeNull();
      expect((await places()).data).toEqual({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [13.4, 52.5] },
            properties: { name: 'Berlin' },
          },
        ],
      });
      expect((await places('none')).data).toEqual({ type: 'FeatureCollection', features: [] });
    });
  });

  describe('from().explain', () => {
    it('is refused unless the owner has enabled it', async () => {
      expect((await books().select().explain()).error?.code).toBe('PGRST107');
    });
  });

  describe('from().rollback', () => {
    it('is ignored unless the owner has enabled it', async () => {
      await shelves().insert({ id: 50, place: 'stays' }).rollback();
      expect((await shelves().select('id').eq('id', 50)).data).toHaveLength(1);
    });
  });

  describe('from().abortSignal', () => {
    it('aborts a query', async () => {
      const { error } = await books().select().abortSignal(AbortSignal.abort());
      expect(error?.message).toContain('AbortError');
    });
  });

  describe('from().throwOnError', () => {
    it('turns an error into an exception', async () => {
      await expect(client().from('nothing').select().throwOnError()).rejects.toMatchObject({
        code: 'PGRST205',
      });
    });
  });

  describe('from().setHeader', () => {
    it('sends a custom header', async () => {
      const { error } = await books().select().setHeader('prefer', 'handling=strict, colour=blue');
      expect(error?.code).toBe('PGRST122');
    });
  });

  describe('from().retry', () => {
    it('sends one request when it is disabled', async () => {
      expect((await books().select('id').eq('id', 1).retry(false)).data).toEqual([{ id: 1 }]);
    });
  });

  describe('from().returns', () => {
    it('changes types and not the response', async () => {
      expect((await booksOf(client()).eq('id', 1).returns<{ id: number }[]>()).data).toEqual([{ id: 1 }]);
    });
  });

  describe('from().overrideTypes', () => {
    it('changes types and not the response', async () => {
      expect((await booksOf(client()).eq('id', 1).overrideTypes<{ id: number }[]>()).data).toEqual([
        { id: 1 },
      ]);
    });
  });
});
