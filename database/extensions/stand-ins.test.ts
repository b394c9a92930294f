import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import type { TransactionSql } from '../database.ts';

describeOnEveryServer('the stand-in for', (server) => {
  const db = () => server().database;
  const { apply } = useSiteMigrations(server);
  const asService = <T>(work: (sql: TransactionSql) => Promise<T>) => db().asRole('service_role', {}, work);
  const denied = (what: string) => new RegExp(`permission denied for (schema|function|table) ${what}`);

  describe('pg_cron', () => {
    beforeEach(() => apply('create extension if not exists pg_cron'));

    it('stores jobs, and announces them', async () => {
      await db().sql`delete from cron.job`;
      let announcements = 0;
      const stop = await db().auth.listen('porchlight_jobs', () => {
        announcements += 1;
      });
      expect(await apply(`select cron.schedule('nightly', '0 3 * * *', 'select 1')`)).toEqual([
        {
          level: 'info',
          message: expect.stringMatching(/^Applied|^The tables of the site/),
          migrations: [expect.anything()],
        },
      ]);
      await expect.poll(() => announcements).toBe(1);
      await stop();
      await apply(`select cron.schedule('nightly', '30 4 * * 1-5', 'select 2');
        select cron.schedule('10 seconds', 'select 3');
        select cron.schedule_in_database('there', '@daily', 'select 4', 'other', active => false);`);
      const jobs = () => db().sql`
        select jobname, schedule, command, database = current_database() as here, username = current_user as own, active
        from cron.job order by command`;
      const one = { here: true, own: true, active: true };
      expect(await jobs()).toEqual([
        { jobname: 'nightly', schedule: '30 4 * * 1-5', command: 'select 2', ...one },
        { jobname: null, schedule: '10 seconds', command: 'select 3', ...one },
        { jobname: 'there', schedule: '@daily', command: 'select 4', ...one, here: false, active: false },
      ]);
      await apply(`select cron.unschedule('nightly');
        select cron.alter_job((select jobid from cron.job where jobname = 'there'), active => true);
        select cron.unschedule(jobid) from cron.job where jobname is null;`);
      expect(await jobs()).toMatchObject([{ jobname: 'there', active: true }]);
    });

    it.each(['every night', '0 3 * *', '90 seconds', ''])('refuses the schedule %j', async (schedule) => {
      await expect(db().sql`select cron.schedule('bad', ${schedule}, 'select 1')`).rejects.toThrow(
        'invalid schedule',
      );
    });

    it('is closed to other roles; a role that was granted it has its own jobs only', async () => {
      await expect(asService((sql) => sql`select from cron.job`)).rejects.toThrow(denied('cron'));
      await db().sql`select cron.schedule('of the owner', '0 3 * * *', 'select 1')`;
      await apply('grant usage on schema cron to authenticated');
      const seen = await db().asRole('authenticated', {}, async (sql) => {
        await sql`select cron.schedule('own', '0 3 * * *', 'select 1')`;
        return sql`select jobname, username from cron.job`;
      });
      expect(seen).toEqual([{ jobname: 'own', username: 'authenticated' }]);
      const forge = db().asRole(
        'authenticated',
        {},
        (sql) => sql`insert into cron.job (schedule, command, username) values ('* * * * *', '', 'postgres')`,
      );
      await expect(forge).rejects.toThrow('row-level security');
    });
  });

  describe('pg_net', () => {
    beforeEach(() => apply('create extension if not exists pg_net with schema extensions'));

    it('stores requests of every role, which only the owner can read', async () => {
      await db().sql`delete from net.http_request_queue`;
      await db().sql`select net.http_get('http://a.test')`;
      for (const role of ['anon', 'authenticated', 'service_role'] as const) {
        await db().asRole(role, {}, async (sql) => {
          await sql`select net.http_post(url := 'http://b.test', body := jsonb_build_object('role', ${role}::text),
            headers := '{"Authorization": "secret"}', params := '{"q": "ä b&"}')`;
        });
        await expect(db().asRole(role, {}, (sql) => sql`select from net.http_request_queue`)).rejects.toThrow(
          denied('http_request_queue'),
        );
      }
      await db().sql`select net.http_delete('http://c.test?x=1', '{"y": "2"}', timeout_milliseconds := 10)`;
      const rows = await db().sql`
        select method, url, headers, convert_from(body, 'UTF8') as body, timeout_milliseconds as ms
        from net.http_request_queue order by id`;
      expect(rows).toHaveLength(5);
      expect(rows[0]).toMatchObject({ method: 'GET', url: 'http://a.test', body: null, ms: 5000 });
      expect(rows[1]).toEqual({
        method: 'POST',
        url: 'http://b.test?q=%C3%A4%20b%26',
        headers: { Authorization: 'secret', 'Content-Type': 'application/json' },
        body: '{"role": "anon"}',
        ms: 5000,
      });
      expect(rows[4]).toMatchObject({ method: 'DELETE', url: 'http://c.test?x=1&y=2', ms: 10 });
    });

    it('has the functions of the extension, with their arguments', async () => {
      const functions = await db().sql<{ name: string; args: string; result: string }[]>`
        select proname as name, pg_get_function_arguments(oid) as args, prorettype::regtype::text as result
        from pg_proc where pronamespace = 'net'::regnamespace and proname in ('http_get', 'http_post', 'http_delete', 'http_collect_response')
        order by proname`;
      const json = (text: string) => `'${text}'::jsonb`;
      const withDefaults = `params jsonb DEFAULT ${json('{}')}, headers jsonb DEFAULT ${json('{}')}, timeout_milliseconds integer DEFAULT 5000`;
      expect(functions).toEqual([
        {
          name: 'http_collect_response',
          args: 'request_id bigint, async boolean DEFAULT true',
          result: 'net.http_response_result',
        },
        {
          name: 'http_delete',
          args: `url text, ${withDefaults}, body jsonb DEFAULT NULL::jsonb`,
          result: 'bigint',
        },
        { name: 'http_get', args: `url text, ${withDefaults}`, result: 'bigint' },
        {
          name: 'http_post',
          args:
            `url text, body jsonb DEFAULT ${json('{}')}, params jsonb DEFAULT ${json('{}')}, ` +
            `headers jsonb DEFAULT ${json('{"Content-Type": "application/json"}')}, timeout_milliseconds integer DEFAULT 5000`,
          result: 'bigint',
        },
      ]);
      expect(await db().sql`select (net.http_collect_response(-1)).*`).toEqual([
        { status: 'ERROR', message: 'request matching request_id not found', response: null },
      ]);
    });

    it('of an earlier version is brought up to date by the next start, with its requests', async () => {
      await apply(`drop extension pg_net;
        create schema net;
        comment on schema net is 'Stand-in of Porchlight for the extension pg_net, which this server did not have.';
        create table net.http_request_queue (
          id bigint generated by default as identity primary key, method text not null, url text not null, headers jsonb, body bytea,
          timeout_milliseconds integer not null, created timestamptz not null default now()
        );
        insert into net.http_request_queue (method, url, timeout_milliseconds) values ('GET', 'http://old.test', 10)`);
      await apply('select 1');
      expect(
        await db().sql`select url, attempts, due_at <= now() as due from net.http_request_queue`,
      ).toEqual([{ url: 'http://old.test', attempts: 0, due: true }]);
      // When it is up to date, nothing is applied.
      await db().sql`drop function net.worker_restart`;
      await apply('select 2');
      expect(await db().sql`select from pg_proc where proname = 'worker_restart'`).toHaveLength(0);
    });
  });

  describe('pgjwt', () => {
    beforeAll(() => db().sql`create schema if not exists tokens`);
    beforeEach(() => apply('create extension if not exists pgjwt with schema tokens'));
    const sign = (algorithm: string, digest: string, payload: string, secret: string) => {
      const signables = [`{"alg":"${algorithm}","typ":"JWT"}`, payload]
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.');
      return `${signables}.${createHmac(digest, secret).update(signables).digest('base64url')}`;
    };

    it.each([
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ])('signs and verifies with %s', async (algorithm, digest) => {
      const payload = `{"sub": "${'ä'.repeat(60)}", "n": 1}`;
      const token = sign(algorithm, digest, payload, 'a secret');
      const [row] = await db().sql`select tokens.sign(${payload}::json, 'a secret', ${algorithm}) as token`;
      expect(row).toEqual({ token });
      const verified = (secret: string) =>
        db()
          .sql`select header ->> 'alg' as alg, payload ->> 'n' as n, valid from tokens.verify(${token}, ${secret}, ${algorithm})`;
      expect(await verified('a secret')).toEqual([{ alg: algorithm, n: '1', valid: true }]);
      expect(await verified('another')).toMatchObject([{ valid: false }]);
    });

    it('looks at the times in a token, and refuses other algorithms', async () => {
      const valid = async (payload: string) => {
        const [row] = await db()
          .sql`select valid from tokens.verify(tokens.sign(${payload}::json, 's'), 's')`;
        return row?.valid;
      };
      expect(await valid('{"exp": 4000000000, "nbf": 1}')).toBe(true);
      expect(await valid('{"exp": 1000}')).toBe(false);
      expect(await valid('{"nbf": 4000000000}')).toBe(false);
      await expect(db().sql`select tokens.sign('{}', 's', 'none')`).rejects.toThrow('Use HS256');
    });

    it('follows set schema, and is dropped', async () => {
      await apply('alter extension pgjwt set schema extensions');
      expect(await db().sql`select extensions.url_decode('-_8') as bytes`).toHaveLength(1);
      await apply('drop extension pgjwt');
      expect(await db().sql`select from pg_proc where proname = 'algorithm_sign'`).toHaveLength(0);
    });
  });
});
