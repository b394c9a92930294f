import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identifier } from '../../../database/driver/sql.ts';
import { createAdminActions } from '../../../tests/harness/auth/test-admin-actions.ts';
import { withoutLimits } from '../../../tests/harness/auth/test-owner.ts';
import {
  type Answer,
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import { authRoutes } from '../routes.ts';

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  const toml = `
    [auth]
    minimum_password_length = 6
    [auth.email]
    enable_confirmations = false
    [auth.passkey]
    enabled = true
    [auth.oauth_server]
    enabled = true`;
  // One test makes writing the log fail on purpose.
  service = await test.start(toml, { ...withoutLimits, log: () => undefined });
});
afterAll(() => test.close());

const asAdmin = (method: string, path: string, body?: object) =>
  service.call(method, path, { token: test.secrets.serviceRoleKey, ...(body && { body }) });

const actions = createAdminActions(asAdmin, () => test.database.sql);

interface Entry {
  payload: { actor_id: string; actor_username: string; action: string; log_type: string; traits: object };
  ip_address: string;
}

async function entriesBy(work: () => Promise<Answer>): Promise<{ answer: Answer; entries: Entry[] }> {
  const { sql } = test.database;
  await sql`truncate auth.audit_log_entries`;
  const answer = await work();
  return { answer, entries: await sql<Entry[]>`select payload, ip_address from auth.audit_log_entries` };
}

const secretMembers = [
  'password',
  'client_secret',
  'action_link',
  'email_otp',
  'hashed_token',
  'metadata_xml',
];
const secretsIn = (...from: object[]) =>
  from.flatMap((it) =>
    Object.entries(it).flatMap(([name, value]) => (secretMembers.includes(name) ? [value] : [])),
  );

describe('the audit log', () => {
  it('has an example here for every admin route that changes something', async () => {
    const person = { email: freshEmail(), password: 'a password 1' };
    await service.post('/signup', person);
    const id = crypto.randomUUID();
    const forAdmins: string[] = [];
    for (const [method, path] of authRoutes) {
      if (method === 'GET') continue;
      // One sign-in each: one of the routes signs out.
      const token = (await service.post('/token?grant_type=password', person)).body.access_token;
      const answer = await service.call(method, path.replace(/:\w+/g, id), { token, body: {} });
      if (answer.body?.error_code === 'not_admin') forAdmins.push(`${method} ${path}`);
      else expect(path).not.toMatch(/admin/);
    }
    expect(forAdmins.sort()).toEqual(Object.keys(actions).sort());
  });

  const all = Object.entries(actions).flatMap(([route, variants]) =>
    variants.map((prepare, index) => ({ route, variant: index + 1, prepare })),
  );

  it.each(all)('names the actor, the action and the target, and no secret: $route ($variant)', async ({
    route,
    prepare,
  }) => {
    const action = await prepare();
    const [method = ''] = route.split(' ');
    const { answer, entries } = await entriesBy(() => asAdmin(method, action.path, action.body));
    expect(answer.status).toBeLessThan(300);
    expect(entries.map(({ payload }) => payload.action)).toEqual([action.action]);
    const [entry] = entries;
    expect(entry).toMatchObject({
      ip_address: service.address,
      payload: { actor_username: 'service_role', log_type: expect.stringMatching(/^(team|user|factor)$/) },
    });
    expect(Object.values(entry?.payload.traits ?? {})).toContain(action.target(answer.body));
    const text = JSON.stringify(entries);
    for (const secret of secretsIn(action.body ?? {}, answer.body ?? {})) expect(text).not.toContain(secret);
  });

  it('names the account of an admin who has one', async () => {
    const person = { email: freshEmail(), password: 'a password 1' };
    const account = { ...person, email_confirm: true, role: 'service_role' };
    const { id } = (await asAdmin('POST', '/admin/users', account)).body;
    const { body } = await service.post('/token?grant_type=password', person);
    const { entries } = await entriesBy(() =>
      service.post('/invite', { email: freshEmail() }, { token: body.access_token }),
    );
    expect(entries[0]?.payload).toMatchObject({ actor_id: id, actor_username: 'service_role' });
  });

  it.each(all)('blocks an action that cannot be logged: $route ($variant)', async ({ route, prepare }) => {
    const { sql } = test.database;
    const action = await prepare();
    const before = await snapshot();
    await sql.script(`
      create or replace function porchlight.refuse_entry() returns trigger language plpgsql as
        $$ begin raise exception 'the log is full'; end $$;
      create trigger refuse_entry before insert on auth.audit_log_entries
        for each row execute function porchlight.refuse_entry()`);
    const [method = ''] = route.split(' ');
    const { status } = await asAdmin(method, action.path, action.body).finally(() =>
      sql.script('drop trigger refuse_entry on auth.audit_log_entries'),
    );
    expect(status).toBe(500);
    expect(await snapshot()).toEqual(before);
  });
});

/** The content of every table of the auth schema. */
async function snapshot(): Promise<Record<string, string>> {
  const { sql } = test.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'auth' and table_type = 'BASE TABLE' order by 1`;
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ digest: string | null }[]>`
      select md5(string_agg(t::text, ' ' order by t::text)) as digest from auth.${identifier(name)} t`;
    contents[name] = row?.digest ?? '';
  }
  return contents;
}
