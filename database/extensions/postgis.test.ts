import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';

describeOnEveryServer('postgis', (server) => {
  const { apply } = useSiteMigrations(server);
  const places = `
    create extension if not exists "postgis" with schema "extensions" version '3.3.7';
    create table public.places (name text, location extensions.geography(point, 4326));
    insert into public.places values ('Berlin', 'point(13.4 52.5)'), ('Paris', 'point(2.35 48.86)');
    create function public.km_between(one text, other text) returns int language sql as $$
      select round(extensions.st_distance(a.location, b.location) / 10000)::int * 10
      from public.places a, public.places b where a.name = one and b.name = other
    $$;`;

  it('is used where the server has it, and refused with the remedy where it does not', async () => {
    const { sql } = server().database;
    const [found] = await sql`select from pg_available_extensions where name = 'postgis'`;
    if (!found) {
      // The embedded server never has it; a server of DATABASE_URL should have it for this test.
      if (process.env.DATABASE_URL)
        console.log(
          'This server has no PostGIS (in Debian postgresql-15-postgis-3): only the refusal was tested.',
        );
      await expect(apply(places)).rejects.toThrow(
        /line 2: This server does not have the extension "postgis".* Set DATABASE_URL to a Postgres server that has it/,
      );
      return;
    }
    await apply(places);
    expect(await sql`select public.km_between('Berlin', 'Paris') as km`).toEqual([{ km: 880 }]);
  });
});
