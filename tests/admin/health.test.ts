/** What the owner sees of the server's health. */
import { expect, test } from 'vitest';
import { runExtensionStatement } from '../../database/extensions/run-extension-statement.ts';
import { startAdmin } from '../harness/admin/test-admin.ts';

let cdnFault: string | undefined;
const admin = startAdmin({}, { findCdnFault: () => cdnFault });

const readHealth = async () => (await admin().call('/health')).body;

test('the page has figures of database, disk, process and requests', async () => {
  const { database, disk, process: server, requests, warnings } = await readHealth();
  expect(database.postgres).toMatch(/^\d+/);
  expect(database.database_bytes).toBeGreaterThan(1_000_000);
  expect(database.connections).toBeLessThan(database.max_connections);
  expect(disk.freeBytes).toBeLessThanOrEqual(disk.totalBytes);
  expect(server.node).toBe(process.versions.node);
  expect(requests).toMatchObject({ failed: 0, minutes: expect.any(Array) });
  expect(warnings).toEqual([]);
});

test('a table without row security is a warning, unless strangers have no right to it', async () => {
  const { sql } = admin().database;
  await sql.script('create table public.open_notes (id int); create table public.closed_notes (id int)');
  await sql.script('grant select on public.open_notes to anon; revoke all on public.closed_notes from anon');
  const { database, warnings } = await readHealth();
  expect(database.open_tables).toEqual(['public.open_notes']);
  expect(warnings).toEqual([expect.stringContaining('Row security is off')]);
  await sql.script('alter table public.open_notes enable row level security');
  expect((await readHealth()).warnings).toEqual([]);
});

test('a CDN that cannot be told about changes is a warning', async () => {
  cdnFault = 'Changed pages are not replaced in the CDN: cdn.test answered 403.';
  expect((await readHealth()).warnings).toEqual([cdnFault]);
  cdnFault = undefined;
  expect((await readHealth()).warnings).toEqual([]);
});

test('emails that were refused or wait for long are warnings, without their content', async () => {
  const { sql } = admin().database;
  await sql`insert into porchlight.message_queue (id, medium, kind, recipient, state, finished_at, last_error)
    values (gen_random_uuid(), 'mail', 'recovery', 'a@example.com', 'refused', now(), '550 no such user')`;
  await sql`insert into porchlight.message_queue (id, medium, kind, recipient, state, content, created_at, due_at)
    values (gen_random_uuid(), 'mail', 'recovery', 'b@example.com', 'queued', '{"text": "secret code"}', now() - interval '1 hour',
      now() + interval '1 day')`;
  const { status, text, body } = await admin().call('/health');
  expect(status).toBe(200);
  expect(text).not.toContain('secret code');
  expect(body.database.mails).toMatchObject({ waiting: 1, refused: 1 });
  expect(body.database.mails.last_errors[0]).toMatchObject({ error: '550 no such user' });
  expect(body.warnings).toEqual([
    'Emails of the last week that could not be delivered: 1.',
    'Emails have been waiting for more than ten minutes.',
  ]);
  await sql`delete from porchlight.message_queue`;
});

test('a scheduled job that failed is a warning', async () => {
  const { sql } = admin().database;
  expect((await readHealth()).database.jobs).toBeNull();
  await runExtensionStatement(sql, 'create extension if not exists pg_cron', () => {});
  await sql`select cron.schedule('nightly', '0 3 * * *', 'select 1')`;
  await sql`insert into cron.job_run_details (jobid, status, return_message, start_time, end_time)
    select jobid, 'failed', 'no such table', now(), now() from cron.job`;
  const { database, warnings } = await readHealth();
  expect(database.jobs).toEqual([
    expect.objectContaining({ name: 'nightly', status: 'failed', error: 'no such table' }),
  ]);
  expect(warnings).toEqual(['The scheduled job “nightly” failed the last time it ran.']);
});
