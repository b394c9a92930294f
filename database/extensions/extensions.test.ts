import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';

describeOnEveryServer('extensions that the server does not have', (server) => {
  const db = () => server().database;
  const { apply } = useSiteMigrations(server);
  const schemas = async (...names: string[]) =>
    (
      await db().sql<
        { name: string }[]
      >`select nspname as name from pg_namespace where nspname = any (${names})`
    ).map(({ name }) => name);

  it.each([
    'create extension pg_cron',
    'CREATE EXTENSION IF NOT EXISTS "pg_cron"',
    'create extension if not exists pg_cron with schema pg_catalog',
    `Create Extension If Not Exists "pg_cron" With Schema "pg_catalog" Version '1.6.4' Cascade`,
    'create extension pg_cron schema pg_catalog version "1.6"',
    '-- Jobs.\n/* nightly */ create /* now */ extension -- here\n  pg_cron',
  ])('are replaced by a stand-in, also in the spelling %j', async (statement) => {
    const logged = await apply(`${statement};
      grant usage on schema cron to postgres;
      comment on extension pg_cron is 'Job scheduler';
      alter extension pg_cron update to '1.7';
      alter extension "pg_cron" set schema extensions;`);
    expect(logged[0]).toMatchObject({
      level: 'info',
      message: expect.stringMatching(
        /change_things\.sql line \d: This server does not have the extension pg_cron\. A stand-in takes its place: the jobs of cron\.job are run by this program, as long as it runs\.$/,
      ),
    });
    expect(await db().sql`select obj_description('cron'::regnamespace) as mark`).toEqual([
      { mark: 'Stand-in of Porchlight for the extension pg_cron, which this server did not have.' },
    ]);
    await apply('drop extension if exists pg_cron');
    expect(await schemas('cron')).toEqual([]);
  });

  it('are left out or half replaced with a warning that says what will not work', async () => {
    const logged = await apply(`create extension if not exists http with schema extensions;
      comment on extension http is 'HTTP client';
      create extension if not exists "hypopg" with schema "extensions";
      create extension index_advisor cascade;
      alter extension index_advisor update;
      create extension wrappers with schema extensions;
      drop extension if exists http, "hypopg", index_advisor, wrappers;
      create table public.after_extensions ()`);
    const warnings = logged.filter(({ level }) => level === 'warn').map(({ message }) => message);
    expect(warnings).toHaveLength(4);
    expect(warnings[0]).toMatch(
      /line 1: This server does not have the extension http\. A stand-in takes its place: urlencode works, but no request is sent: http, http_get, http_post, http_put, http_patch, http_delete and http_head fail when they are called\. Use net\.http_get and net\.http_post of pg_net, which do not wait for the answer\.$/,
    );
    expect(await db().sql`select to_regclass('public.after_extensions') is not null as made`).toEqual([
      { made: true },
    ]);
  });

  it.each([
    'vector',
    'timescaledb',
    'pgroonga',
    'pgtap',
    'made_up',
  ])('are refused when nothing can replace them: %s', async (name) => {
    const applying = apply(
      `create table public.before_refusal ();\ncreate extension if not exists "${name}" with schema "extensions"`,
    );
    await expect(applying).rejects.toThrow(
      new RegExp(
        `change_things\\.sql line 2: This server does not have the extension "${name}", and it cannot be replaced: it needs compiled files, ` +
          'which the embedded Postgres does not carry\\. Set DATABASE_URL to a Postgres server that has it, or install it on that server\\. ' +
          `The statement is "create extension if not exists "${name}" with schema "extensions""\\. Nothing of this file was applied`,
      ),
    );
    expect(await db().sql`select to_regclass('public.before_refusal') as made`).toEqual([{ made: null }]);
  });

  it('have the schemas that every hosted project has before the first file', async () => {
    await apply(`grant usage on schema graphql, graphql_public, vault, extensions to service_role;
      create extension if not exists pg_graphql with schema graphql;
      create extension if not exists "pgsodium";
      create extension if not exists "supabase_vault" with schema "vault" version '0.3.1'`);
    expect(await schemas('graphql', 'graphql_public', 'vault', 'pgsodium')).toHaveLength(4);
  });

  it('of a hosted project do not stop its dump', async () => {
    await apply(`SET statement_timeout = 0;
      SET client_encoding = 'UTF8';
      SELECT pg_catalog.set_config('search_path', '', false);
      SET check_function_bodies = false;
      CREATE EXTENSION IF NOT EXISTS "pg_cron" WITH SCHEMA "pg_catalog";
      CREATE EXTENSION IF NOT EXISTS "pg_net" WITH SCHEMA "extensions";
      CREATE EXTENSION IF NOT EXISTS "pgsodium";
      COMMENT ON SCHEMA "public" IS 'standard public schema';
      CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";
      CREATE EXTENSION IF NOT EXISTS "pg_stat_statements" WITH SCHEMA "extensions";
      CREATE EXTENSION IF NOT EXISTS "pgcrypto" WITH SCHEMA "extensions";
      CREATE EXTENSION IF NOT EXISTS "pgjwt" WITH SCHEMA "extensions";
      CREATE SCHEMA IF NOT EXISTS "pgmq";
      CREATE EXTENSION IF NOT EXISTS "pgmq" WITH SCHEMA "pgmq";
      CREATE EXTENSION IF NOT EXISTS "supabase_vault" WITH SCHEMA "vault";
      CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA "extensions";
      CREATE TABLE "public"."orders" ("id" "uuid" DEFAULT "extensions"."uuid_generate_v4"());
      CREATE FUNCTION "public"."announce"() RETURNS "trigger" LANGUAGE "plpgsql" SECURITY DEFINER AS $$
        begin
          perform net.http_post(url := 'http://shop.test', body := to_jsonb(new));
          perform pgmq.send('orders', to_jsonb(new));
          return new;
        end $$;
      CREATE TRIGGER "announce" AFTER INSERT ON "public"."orders" FOR EACH ROW EXECUTE FUNCTION "public"."announce"();
      SELECT "pgmq"."create"('orders');
      RESET ALL;`);
    await db().asRole('anon', {}, (sql) => sql`insert into public.orders default values`);
    expect(
      await db().sql`select convert_from(body, 'UTF8')::jsonb = message as same
        from net.http_request_queue, pgmq.read('orders', 30, 1)`,
    ).toEqual([{ same: true }]);
    await apply('drop table public.orders cascade; drop extension pg_net, pgmq, pg_cron, pgjwt cascade');
  });

  it('are dropped as an extension is: not while other objects need them', async () => {
    await apply(`create extension pg_net; create extension pgmq;
      select pgmq.create('jobs');
      create view public.requests as select id, url from net.http_request_queue`);
    await expect(apply('drop extension pg_net')).rejects.toThrow('because other objects depend on');
    expect(await schemas('net')).toEqual(['net']);
    await apply('drop extension if exists pg_net, citext, pgmq cascade');
    expect(await schemas('net', 'pgmq')).toEqual([]);
    expect(await db().sql`select to_regclass('public.requests') as view`).toEqual([{ view: null }]);
  });

  it('are replaced in a block as well', async () => {
    const logged = await apply(`do $$
      begin
        if not exists (select from pg_extension where extname = 'pg_cron') then
          create extension if not exists "pg_cron" with schema "pg_catalog" version '1.6';
        end if;
        perform cron.schedule('0 3 * * *', 'select 1');
      end $$`);
    expect(logged[0]?.message).toMatch(/line 1: This server does not have the extension pg_cron\./);
    expect(await db().sql`select command from cron.job`).toEqual([{ command: 'select 1' }]);
    await apply('drop extension pg_cron cascade');
  });
});

describeOnEveryServer('extensions that the server has', (server) => {
  const db = () => server().database;
  const { apply } = useSiteMigrations(server);

  it('are created by Postgres, and a version that it does not have becomes its own', async () => {
    const logged = await apply(`create extension if not exists citext with schema extensions;
      create extension if not exists "hstore" with schema "extensions" version '99.1';
      comment on extension hstore is 'pairs';
      create extension if not exists pgcrypto with schema extensions version '0.9'`);
    expect(logged.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /line 2: This server does not have version 99\.1 of the extension hstore: its own/,
      ),
      expect.stringMatching(
        /line 4: This server does not have version 0\.9 of the extension pgcrypto: its own/,
      ),
    ]);
    expect(
      await db()
        .sql`select extname::text as name, extnamespace::regnamespace::text as schema from pg_extension
        where extname in ('citext', 'hstore') order by 1`,
    ).toEqual([
      { name: 'citext', schema: 'extensions' },
      { name: 'hstore', schema: 'extensions' },
    ]);
    await apply('drop extension citext; drop extension if exists hstore cascade');
    expect(await db().sql`select from pg_extension where extname in ('citext', 'hstore')`).toHaveLength(0);
  });

  it('do not replace a stand-in that is in use', async () => {
    await apply(`create schema pairs;
      comment on schema pairs is 'Stand-in of Porchlight for the extension hstore, which this server did not have.'`);
    const [warning] = await apply('create extension if not exists hstore with schema pairs');
    expect(warning?.message).toMatch(/This server has the extension hstore now\. The stand-in stays/);
    await apply('drop schema pairs; create extension hstore with schema extensions; drop extension hstore');
  });
});
