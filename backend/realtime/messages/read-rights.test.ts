import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { LogEntry } from '../../../database/log.ts';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import { toTestCaller } from '../../../tests/harness/realtime/test-caller.ts';
import type { DataCaller } from '../../identity/read-caller.ts';
import type { ChannelRights, ReadRights } from '../rights.ts';
import { createReadRights } from './read-rights.ts';

const anna = randomUUID();
const ben = randomUUID();
const asAnna = toTestCaller('authenticated', { sub: anna, email: 'anna@example.com', aal: 'aal1' });
const asBen = toTestCaller('authenticated', { sub: ben, app_metadata: { team: 'red' }, aal: 'aal2' });
const asAnon = toTestCaller('anon');

/** Broadcast, then presence: `rw r-`. */
function toLetters({ broadcast, presence }: ChannelRights): string {
  const of = ({ read, write }: ChannelRights['broadcast']) => `${read ? 'r' : '-'}${write ? 'w' : '-'}`;
  return `${of(broadcast)} ${of(presence)}`;
}

type Question = [caller: DataCaller, topic: string, rights: string];
/** What the site's policies say, and what follows. */
const policies: [name: string, statements: string, questions: Question[]][] = [
  [
    'none',
    '',
    [
      [asAnna, 'room-1', '-- --'],
      [asAnon, 'room-1', '-- --'],
    ],
  ],
  [
    'for reading only',
    'create policy p on realtime.messages for select to authenticated using (true)',
    [
      [asAnna, 'a', 'r- r-'],
      [asAnon, 'a', '-- --'],
    ],
  ],
  [
    'for writing only',
    'create policy p on realtime.messages for insert to authenticated with check (true)',
    [
      [asAnna, 'a', '-w -w'],
      [asAnon, 'a', '-- --'],
    ],
  ],
  [
    'for everything, of every role',
    'create policy p on realtime.messages using (true) with check (true)',
    [
      [asAnna, 'a', 'rw rw'],
      [asAnon, 'a', 'rw rw'],
    ],
  ],
  [
    'for anon',
    'create policy p on realtime.messages for select to anon using (true)',
    [
      [asAnna, 'a', '-- --'],
      [asAnon, 'a', 'r- r-'],
    ],
  ],
  [
    'by the topic that is asked about',
    `create policy p on realtime.messages to authenticated using (realtime.topic() = 'room-1') with check (realtime.topic() like 'room-%')`,
    [
      [asAnna, 'room-1', 'rw rw'],
      [asAnna, 'room-2', '-w -w'],
      [asAnna, 'hall', '-- --'],
    ],
  ],
  [
    'by the topic of the row',
    `create policy p on realtime.messages for select to authenticated using (topic like 'room-%')`,
    [
      [asAnna, 'room-1', 'r- r-'],
      [asAnna, `'; drop table x; --`, '-- --'],
    ],
  ],
  [
    'by the user',
    `create policy p on realtime.messages to authenticated using (realtime.topic() = 'user:' || (select auth.uid()))`,
    [
      [asAnna, `user:${anna}`, 'rw rw'],
      [asAnna, `user:${ben}`, '-- --'],
    ],
  ],
  [
    'by claims',
    `create policy p on realtime.messages for select to authenticated using ((select auth.jwt()) -> 'app_metadata' ->> 'team' = realtime.topic())`,
    [
      [asBen, 'red', 'r- r-'],
      [asBen, 'blue', '-- --'],
      [asAnna, 'red', '-- --'],
    ],
  ],
  [
    'by single claims, as older projects read them',
    `create policy p on realtime.messages for select to authenticated using (
      current_setting('request.jwt.claim.sub') = '${anna}' and current_setting('request.jwt.claim.role') = 'authenticated')`,
    [
      [asAnna, 'a', 'r- r-'],
      [asBen, 'a', '-- --'],
    ],
  ],
  [
    'by the role',
    `create policy p on realtime.messages for select using (auth.role() = 'anon' and current_user = 'anon')`,
    [
      [asAnon, 'a', 'r- r-'],
      [asAnna, 'a', '-- --'],
    ],
  ],
  [
    'by the extension',
    `create policy b on realtime.messages for select to authenticated using (extension = 'broadcast');
     create policy p on realtime.messages for insert to authenticated with check (extension in ('presence'))`,
    [[asAnna, 'a', 'r- -w']],
  ],
  [
    'by a table of members',
    `create policy p on realtime.messages to authenticated using (exists (
      select from public.members m where m.user_id = (select auth.uid()) and m.topic = realtime.topic()))`,
    [
      [asAnna, 'room-1', 'rw rw'],
      [asBen, 'room-1', '-- --'],
      [asAnna, 'room-2', '-- --'],
    ],
  ],
  [
    'by a table that the caller may not read',
    `create policy p on realtime.messages to authenticated using (exists (select from public.hidden h where h.topic = realtime.topic()))`,
    [[asAnna, 'room-1', '-- --']],
  ],
  [
    'by a function that may read it',
    `create policy p on realtime.messages to authenticated using (public.is_hidden(realtime.topic()))`,
    [
      [asAnna, 'room-1', 'rw rw'],
      [asAnna, 'room-2', '-- --'],
    ],
  ],
  [
    'by the columns of the row, which has neither event nor payload and is not private',
    `create policy r on realtime.messages for select to authenticated using (private is true);
     create policy w on realtime.messages for insert to authenticated with check (private is false and event is null and payload is null)`,
    [[asAnna, 'a', '-w -w']],
  ],
  [
    'that restrict another one',
    `create policy p on realtime.messages to authenticated using (true);
     create policy q on realtime.messages as restrictive to authenticated using (auth.jwt() ->> 'aal' = 'aal2')`,
    [
      [asAnna, 'a', '-- --'],
      [asBen, 'a', 'rw rw'],
    ],
  ],
  [
    'that only restrict',
    'create policy p on realtime.messages as restrictive to authenticated using (true)',
    [[asAnna, 'a', '-- --']],
  ],
  [
    'that add up',
    `create policy p on realtime.messages for select to authenticated using (topic = 'a');
     create policy q on realtime.messages for select to authenticated using (extension = 'presence')`,
    [
      [asAnna, 'a', 'r- r-'],
      [asAnna, 'b', '-- r-'],
    ],
  ],
  [
    'that cast the topic, and fail for another one',
    `create policy p on realtime.messages to authenticated using (realtime.topic()::uuid = auth.uid())`,
    [
      [asAnna, anna, 'rw rw'],
      [asAnna, 'room-1', '-- --'],
    ],
  ],
  [
    'of which one fails, for presence only',
    `create policy p on realtime.messages for select to authenticated using (extension = 'broadcast' or public.raise_error(topic));
     create policy q on realtime.messages for insert to authenticated with check (true)`,
    [[asAnna, 'a', 'rw -w']],
  ],
  [
    'that raise an error',
    `create policy p on realtime.messages to authenticated using (public.raise_error(realtime.topic()))`,
    [[asAnna, 'a', '-- --']],
  ],
  [
    'by the headers of the request',
    `create policy p on realtime.messages for select to authenticated using (
      current_setting('request.headers')::json ->> 'x-room' = realtime.topic())`,
    [
      [asAnna, 'from-header', 'r- r-'],
      [asAnna, 'a', '-- --'],
    ],
  ],
  [
    'that write into a table, which is undone',
    `create policy p on realtime.messages to authenticated using (public.note_visit())`,
    [[asAnna, 'a', 'rw rw']],
  ],
  [
    'that leave the role of the caller, and can do nothing with it',
    `create policy p on realtime.messages to authenticated using (public.run(realtime.topic()))`,
    [
      [asAnna, 'select 1', 'rw rw'],
      [asAnna, 'reset role; insert into realtime.messages (topic, extension) values (1, 2)', 'rw rw'],
      [asAnna, 'reset role; drop table realtime.messages', '-- --'],
      [asAnna, 'reset role; select from auth.users', '-- --'],
      [asAnna, 'reset role; select from public.hidden', '-- --'],
      [asAnna, 'reset role; select from porchlight.rate_buckets', '-- --'],
      [asAnna, 'reset role; select from storage.objects', '-- --'],
      [asAnna, 'set role service_role', '-- --'],
      [asAnna, 'set role postgres', '-- --'],
      [asAnna, 'set role supabase_auth_admin', '-- --'],
    ],
  ],
];

describeOnEveryServer('rights on a private channel', (server) => {
  const db = () => server().database;
  let readRights: ReadRights;

  beforeAll(async () => {
    readRights = createReadRights(db().realtime);
    await db().sql.script(`
      create table public.members (topic text, user_id uuid);
      alter table public.members enable row level security;
      create policy own on public.members for select to authenticated using (user_id = (select auth.uid()));
      insert into public.members values ('room-1', '${anna}');
      create table public.hidden (topic text);
      revoke all on public.hidden from anon, authenticated;
      insert into public.hidden values ('room-1');
      create function public.is_hidden(name text) returns boolean language sql stable security definer set search_path = ''
        as 'select exists (select from public.hidden h where h.topic = name)';
      create function public.raise_error(topic text) returns boolean language plpgsql as $$
        begin raise exception 'no room called %', topic; end $$;
      create table public.visits (user_id uuid);
      grant insert on public.visits to authenticated;
      create function public.note_visit() returns boolean language plpgsql as $$
        begin insert into public.visits values (auth.uid()); return true; end $$;
      create function public.run(statement text) returns boolean language plpgsql as $$
        begin execute statement; return true; end $$;`);
  });
  afterEach(async () => {
    await db().sql.script(`
      do $$ declare name text; begin
        for name in select policyname from pg_policies where schemaname = 'realtime' loop
          execute format('drop policy %I on realtime.messages', name);
        end loop;
      end $$`);
  });

  it.each(policies)('with policies %s', async (_name, statements, questions) => {
    await db().sql.script(statements);
    for (const [caller, topic, rights] of questions)
      expect([topic, toLetters(await readRights(caller, topic, { 'x-room': 'from-header' }))]).toEqual([
        topic,
        rights,
      ]);
    const left = await db().sql`
      select from realtime.messages union all select from public.visits`;
    expect(left).toEqual([]);
  });

  it('are all rights for service_role, without a question', async () => {
    const batch = () => Promise.reject(new Error('The database was asked.'));
    expect(toLetters(await createReadRights({ batch })(toTestCaller('service_role'), 'a'))).toBe('rw rw');
  });

  it('are none for a topic that Postgres cannot hold', async () => {
    await db().sql.script('create policy p on realtime.messages using (true)');
    expect(toLetters(await readRights(asAnna, 'a\0b'))).toBe('-- --');
    expect(toLetters(await readRights(asAnna, 'ä'.repeat(5000)))).toBe('rw rw');
  });

  it('are logged where a policy fails, once a minute', async () => {
    const entries: LogEntry[] = [];
    await db().sql.script(
      'create policy p on realtime.messages to authenticated using (public.raise_error(realtime.topic()))',
    );
    const read = createReadRights(db().realtime, (entry) => void entries.push(entry));
    await read(asAnna, 'attic');
    await read(asAnna, 'cellar');
    expect(entries).toEqual([
      { level: 'warn', message: 'A policy on realtime.messages failed: no room called attic' },
    ]);
  });

  it('are not taken from the caller before', async () => {
    await db().sql.script(
      'create policy p on realtime.messages to authenticated, anon using (auth.uid()::text = realtime.topic())',
    );
    const asked = Array.from({ length: 40 }, (_, index) =>
      readRights(index % 2 ? asAnon : asAnna, anna).then((rights) => [index % 2, toLetters(rights)]),
    );
    for (const [isAnon, rights] of await Promise.all(asked)) expect(rights).toBe(isAnon ? '-- --' : 'rw rw');
  });

  it('end with the session', async () => {
    await db().sql.script('create policy p on realtime.messages to authenticated using (true)');
    const session_id = randomUUID();
    const caller = toTestCaller('authenticated', { sub: anna, session_id });
    await expect(readRights(caller, 'a')).rejects.toMatchObject({ reason: 'session-ended' });
    await db().sql`insert into auth.users (id) values (${anna})`;
    await db()
      .sql`insert into auth.sessions (id, user_id, created_at) values (${session_id}, ${anna}, now())`;
    expect(toLetters(await readRights(caller, 'a'))).toBe('rw rw');
    await db().sql`delete from auth.sessions`;
    await expect(readRights(caller, 'a')).rejects.toMatchObject({ reason: 'session-ended' });
  });

  it('are an error, not a refusal, when the server cannot answer', async () => {
    await db().sql.script(
      'create policy p on realtime.messages to authenticated using (public.run(realtime.topic()))',
    );
    await expect(
      readRights(asAnna, `do $x$ begin raise exception using errcode = '53200'; end $x$`),
    ).rejects.toMatchObject({ name: 'DatabaseUnavailable', cause: { code: '53200' } });
  });

  it('cannot be asked for by a caller', async () => {
    const ask = (role: 'anon' | 'authenticated' | 'service_role') =>
      db().asRole(
        role,
        {},
        (sql) => sql`select porchlight.read_channel_rights('a', 'authenticated', '{}', '{}')`,
      );
    for (const role of ['anon', 'authenticated', 'service_role'] as const)
      await expect(ask(role)).rejects.toMatchObject({ code: '42501' });
  });
});
