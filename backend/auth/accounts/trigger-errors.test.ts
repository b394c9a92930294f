import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../database/log.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let auth: TestService;
const entries: LogEntry[] = [];

beforeAll(async () => {
  test = await openTestDatabase();
  auth = await test.start(
    `
    [auth]
    enable_anonymous_sign_ins = true
    [auth.email]
    enable_confirmations = false`,
    { log: (entry) => void entries.push(entry) },
  );
  await test.database.sql.script(`
    create table public.profiles (id uuid primary key references auth.users, name text unique)`);
});
afterEach(async () => {
  entries.length = 0;
  await test.database.sql.script('drop trigger if exists on_user on auth.users');
});
afterAll(() => test.close());

/** A trigger as Supabase's guide has it, with one statement that fails. */
async function addTrigger(event: 'insert' | 'update' | 'delete', statement: string): Promise<void> {
  await test.database.sql.script(`
    create or replace function public.handle_user() returns trigger language plpgsql
      security definer set search_path = '' as $$ begin ${statement}; return coalesce(new, old); end $$;
    create trigger on_user before ${event} on auth.users for each row execute function public.handle_user()`);
}

const logged = () => String(entries.find(({ level }) => level === 'error')?.error);

describe('a trigger that fails at a sign-up', () => {
  it.each([
    ['an unknown column', 'insert into public.profiles (nickname) values (1)', 'column "nickname"'],
    [
      'a value that another row has',
      "insert into public.profiles values (new.id, 'Ada')",
      'profiles_name_key',
    ],
    ['a value of another type', "perform 'x'::int", 'invalid input syntax for type integer'],
    ['a message of its own', "raise exception 'Only friends'", 'Only friends'],
  ])('with %s: the answer is that of Supabase, and the log names it', async (_kind, statement, cause) => {
    await test.database.sql.script(`
      insert into auth.users (id) values ('00000000-0000-4000-8000-000000000001') on conflict do nothing;
      insert into public.profiles values ('00000000-0000-4000-8000-000000000001', 'Ada') on conflict do nothing`);
    await addTrigger('insert', statement);
    const email = freshEmail();
    const { error } = await auth.client().auth.signUp({ email, password: 'secret-1' });
    expect(error).toMatchObject({ status: 500, message: 'Database error saving new user' });
    expect(logged()).toContain('The trigger on_user of auth.users, public.handle_user() line 1');
    expect(logged()).toContain(cause);
    const [found] = await test.database.sql`select from auth.users where email = ${email}`;
    expect(found).toBeUndefined();
  });

  it('says the same to an anonymous user', async () => {
    await addTrigger('insert', "raise exception 'Only friends'");
    const { error } = await auth.client().auth.signInAnonymously();
    expect(error).toMatchObject({ status: 500, message: 'Database error saving new user' });
  });
});

describe('a trigger that fails when an admin creates a user', () => {
  it.each([
    ['insert', 'a message of its own', "raise exception 'Only friends'", 'Only friends'],
    [
      'insert',
      'a value that another row has',
      "insert into public.profiles values (new.id, 'Twin'), (new.id, 'Twin')",
      'profiles_pkey',
    ],
    ['update', 'a message of its own', "raise exception 'Not confirmed'", 'Not confirmed'],
  ] as const)('at %s, with %s: the answer is that of Supabase, and the log names it', async (event, _kind, statement, cause) => {
    await addTrigger(event, statement);
    const email = freshEmail();
    const token = test.secrets.serviceRoleKey;
    const answer = await auth.post('/admin/users', { email, email_confirm: true }, { token });
    expect(answer).toMatchObject({
      status: 500,
      body: { error_code: 'unexpected_failure', msg: 'Database error creating new user' },
    });
    expect(logged()).toContain('The trigger on_user of auth.users, public.handle_user() line 1');
    expect(logged()).toContain(cause);
    expect(await test.database.sql`select from auth.users where email = ${email}`).toEqual([]);
  });

  it('says of an invited user what it says at a sign-up', async () => {
    await addTrigger('insert', "raise exception 'Only friends'");
    const { admin } = auth.client({ key: test.secrets.serviceRoleKey }).auth;
    const invited = await admin.inviteUserByEmail(freshEmail());
    const linked = await admin.generateLink({ type: 'invite', email: freshEmail() });
    expect([invited.error?.message, linked.error?.message]).toEqual(
      Array(2).fill('Database error saving new user'),
    );
  });
});

it.each([
  ['update', 'Error updating user'],
  ['delete', 'Database error deleting user'],
] as const)('a trigger that fails at: %s', async (event, message) => {
  const admin = auth.client({ key: test.secrets.serviceRoleKey }).auth.admin;
  const { data } = await admin.createUser({ email: freshEmail() });
  const id = data.user?.id ?? '';
  await addTrigger(event, "raise exception 'Not today'");
  const { error } =
    event === 'update'
      ? await admin.updateUserById(id, { user_metadata: { a: 1 } })
      : await admin.deleteUser(id);
  expect(error).toMatchObject({ status: 500, message });
  expect(logged()).toContain('Not today');
});
