/** What PostGIS makes of the data API's rows. The embedded server never has it. */
import { beforeAll, expect, it } from 'vitest';
import { describeOnEveryServer, describeOnGivenServer } from '../harness/database/servers.ts';
import { type CompatBackend, useBackend } from './compat-backend.ts';
import { settings } from './test-users.ts';

const visits = `
  create table public.visits (id int primary key, shop_id int);
  insert into public.visits values (7, 1);
  grant select on public.visits to anon;`;

const shops = `
  create extension postgis with schema extensions;
  create table public.shops (id int primary key, street text, place extensions.geometry(point, 4326));
  insert into public.shops values (1, 'Kendall St', 'srid=4326;point(-71 42)'), (2, 'Main St', 'srid=4326;point(-71.5 42)');
  alter table public.visits add foreign key (shop_id) references public.shops;
  create function public.find_shop(wanted int) returns public.shops stable language sql as
    'select * from public.shops where id = wanted';
  grant select, insert on public.shops to anon;`;

async function request({ url, anonKey }: CompatBackend, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: anonKey, accept: 'application/geo+json', ...init.headers },
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const feature = (coordinates: number[], properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});
const first = feature([-71, 42], { id: 1, street: 'Kendall St' });

describeOnEveryServer('GeoJSON of rows without a place', (server) => {
  const backend = useBackend(() => server().database, { toml: settings({ confirm: false }) });

  it('is refused in the words of Postgres without PostGIS', async () => {
    await server().database.sql.script(visits);
    const { status, body } = await request(backend(), '/visits');
    expect([status, body]).toMatchObject([
      404,
      { code: '42883', message: 'function st_asgeojson(record) does not exist' },
    ]);
  });
});

// CI installs PostGIS, and the embedded server never has it.
describeOnGivenServer('GeoJSON', (server) => {
  const backend = useBackend(() => server().database, { toml: settings({ confirm: false }) });
  let isThere = false;
  beforeAll(async () => {
    const { sql } = server().database;
    isThere = (await sql`select from pg_available_extensions where name = 'postgis'`).length > 0;
    if (isThere) await sql.script(visits + shops);
    else
      console.log('This server has no PostGIS (in Debian postgresql-15-postgis-3): GeoJSON was not tested.');
  });

  it.each([
    ['a page of a table', '/shops?order=id&limit=1', [first]],
    ['chosen columns', '/shops?select=street,place&id=eq.2', [feature([-71.5, 42], { street: 'Main St' })]],
    ['a function that returns one row', '/rpc/find_shop?wanted=1', [first]],
    [
      'embedded rows, among the properties',
      '/shops?select=*,visits(id)&id=eq.1',
      [feature([-71, 42], { id: 1, street: 'Kendall St', visits: [{ id: 7 }] })],
    ],
  ])('has %s', async (_name, path, features) => {
    if (!isThere) return;
    const { status, headers, body } = await request(backend(), path);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8']);
    expect(body).toEqual({ type: 'FeatureCollection', features });
  });

  it('has the rows that were inserted', async () => {
    if (!isThere) return;
    const { status, body } = await request(backend(), '/shops', {
      method: 'POST',
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
      body: JSON.stringify({ id: 3, street: 'Elm St', place: 'srid=4326;point(1 2)' }),
    });
    expect([status, body.features]).toEqual([201, [feature([1, 2], { id: 3, street: 'Elm St' })]]);
  });

  it('is refused for rows without a place in the words of PostGIS', async () => {
    if (!isThere) return;
    const { status, body } = await request(backend(), '/visits');
    expect([status, body]).toMatchObject([
      400,
      { code: '22023', message: 'geometry column is missing', details: null, hint: null },
    ]);
  });
});
