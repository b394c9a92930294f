import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import { nilInstanceId } from '../accounts/user-row.ts';
import { chooseUsers, selectPage } from './list-users.ts';

let test: TestDatabase;
let service: TestService;
let key: string;
beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(`
[auth.email]
enable_confirmations = false
[auth.sms]
enable_signup = true
enable_confirmations = false`);
  key = test.secrets.serviceRoleKey;
});
afterAll(() => test.close());

const post = (path: string, body: unknown) => service.post(path, body, { token: key });

describe('A43: who is an admin', () => {
  const routes = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${crypto.randomUUID()}`],
    ['PUT', `/admin/users/${crypto.randomUUID()}`],
    ['DELETE', `/admin/users/${crypto.randomUUID()}`],
    ['GET', `/admin/users/${crypto.randomUUID()}/factors`],
    ['PUT', `/admin/users/${crypto.randomUUID()}/factors/${crypto.randomUUID()}`],
    ['DELETE', `/admin/users/${crypto.randomUUID()}/factors/${crypto.randomUUID()}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', '/admin/audit'],
  ] as const;

  it.each(routes)('%s %s is refused without an admin key', async (method, path) => {
    const { body } = await service.post('/signup', { email: freshEmail(), password: 'secret-1' });
    const tokens = [
      undefined,
      'nonsense',
      test.secrets.anonKey,
      test.secrets.publishableKey,
      body.access_token,
    ];
    const answers = [];
    for (const token of tokens) {
      const answer = await service.call(method, path, token === undefined ? {} : { token });
      answers.push([answer.status, answer.body.error_code]);
    }
    expect(answers).toEqual([
      [401, 'no_authorization'],
      [403, 'bad_jwt'],
      [403, 'not_admin'],
      [403, 'not_admin'],
      [403, 'not_admin'],
    ]);
  });

  it('the service_role token and the secret key are both accepted', async () => {
    for (const token of [test.secrets.serviceRoleKey, test.secrets.secretKey]) {
      expect((await service.call('GET', '/admin/users', { token })).status).toBe(200);
    }
  });
});

describe('A44: GET /admin/users', () => {
  it('is paged, newest first, with the headers that supabase-js reads', async () => {
    const emails = Array.from({ length: 5 }, () => freshEmail('paged'));
    for (const email of emails) await post('/admin/users', { email });
    const client = service.client({ key }).auth.admin;
    const { data, error } = await client.listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data.users.map(({ email }) => email)).toEqual([emails[4], emails[3]]);
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 });
    const total = 'total' in data ? data.total : 0;
    expect('lastPage' in data && data.lastPage).toBe(Number(String(Math.ceil(total / 2))[0]));
    const second = await client.listUsers({ page: 2, perPage: 2 });
    expect(second.data.users.map(({ email }) => email)).toEqual([emails[2], emails[1]]);
  });

  it('links to the next and the last page', async () => {
    const { headers, body } = await service.call('GET', '/admin/users?per_page=1&page=1', { token: key });
    const total = headers.get('X-Total-Count');
    expect(headers.get('Link')).toBe(
      `</admin/users?page=2&per_page=1>; rel="next", </admin/users?page=${total}&per_page=1>; rel="last"`,
    );
    expect(body.users).toHaveLength(1);
    const end = await service.call('GET', `/admin/users?per_page=1&page=${total}`, { token: key });
    expect(end.headers.get('Link')).not.toContain('next');
    const beyond = await service.call('GET', '/admin/users?page=999999999&per_page=999999999', {
      token: key,
    });
    expect([beyond.status, beyond.body.users]).toEqual([200, []]);
  });

  it('reads the identities of the requested page only', async () => {
    const plan = await test.database.transaction(async (inside) => {
      await inside`
        insert into auth.users (id, instance_id, aud, role, email, created_at)
        select gen_random_uuid(), ${nilInstanceId}, 'authenticated', 'authenticated', 'skipped' || n || '@example.com', now()
        from generate_series(1, 500) n`;
      const page = selectPage(chooseUsers('authenticated', ''), false, { size: 10, offset: 440 });
      const [row] = await inside`explain (analyze, format json) ${page}`;
      await inside`delete from auth.users where email like 'skipped%'`;
      return JSON.stringify(row);
    });
    const loops = [...plan.matchAll(/"Relation Name":"identities"[^{}]*"Actual Loops":(\d+)/g)];
    expect(loops.map(([, count]) => Number(count))).toEqual([10]);
  });

  it('treats empty numbers as the defaults and refuses what is not a number', async () => {
    const usual = await service.call('GET', '/admin/users?page=&per_page=', { token: key });
    expect(usual.body.users.length).toBeGreaterThan(1);
    for (const query of [
      'page=-1',
      'per_page=x',
      'page=1.5',
      'page=18446744073709551616',
      'sort=email',
      'sort=created_at up',
    ]) {
      const { status, body } = await service.call('GET', `/admin/users?${query}`, { token: key });
      expect([status, body.error_code], query).toEqual([400, 'validation_failed']);
    }
  });

  it('filters by a part of the address or the full name, taken literally', async () => {
    const email = freshEmail('needle');
    await post('/admin/users', { email, user_metadata: { full_name: 'Grace 100% Hopper' } });
    const find = async (filter: string) =>
      (await service.call('GET', `/admin/users?filter=${encodeURIComponent(filter)}`, { token: key })).body
        .users.length;
    expect(await find(email.slice(2, 30).toUpperCase())).toBe(1);
    expect(await find('100% hop')).toBe(1);
    expect(await find('100_ hop')).toBe(0);
    expect(await find("'; drop table auth.users; --")).toBe(0);
  });

  it('sorts in ascending order on request', async () => {
    const { body } = await service.call('GET', '/admin/users?sort=created_at%20asc', { token: key });
    const times = body.users.map((user: { created_at: string }) => user.created_at);
    expect(times).toEqual([...times].sort());
  });
});
