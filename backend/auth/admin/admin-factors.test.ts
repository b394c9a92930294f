import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  claimsOf,
  enrollApp,
  factorToml,
  signUpOwner,
  signUpWithAal2,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshPhone } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;
let key: string;
beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(factorToml, withoutLimits);
  key = test.secrets.serviceRoleKey;
});
afterAll(() => test.close());

describe('admin routes for factors', () => {
  it('list and delete factors through supabase-js, and lower the sessions', async () => {
    const { owner, app } = await signUpWithAal2(service);
    const userId = String(claimsOf(owner.token).sub);
    const { mfa } = service.client({ key }).auth.admin;
    const { data } = await mfa.listFactors({ userId });
    expect(data?.factors).toMatchObject([{ id: app.factorId, factor_type: 'totp', status: 'verified' }]);
    expect(JSON.stringify(data)).not.toContain(app.secret);
    const { data: gone, error } = await mfa.deleteFactor({ userId, id: app.factorId });
    expect(error).toBeNull();
    // The client wraps this one answer twice.
    expect(gone).toMatchObject({ data: { id: app.factorId } });
    expect((await mfa.listFactors({ userId })).data?.factors).toEqual([]);
    const renewed = await service.post('/token?grant_type=refresh_token', {
      refresh_token: owner.refreshToken,
    });
    expect(claimsOf(renewed.body.access_token).aal).toBe('aal1');
  });

  it('rename a factor and change its number', async () => {
    const owner = await signUpOwner(service);
    const userId = claimsOf(owner.token).sub;
    await enrollApp(service, owner, 'taken');
    const [phone, other] = [freshPhone(), freshPhone()];
    const enroll = (number: string, name: string) =>
      service.post(
        '/factors',
        { factor_type: 'phone', phone: number, friendly_name: name },
        { token: owner.token },
      );
    const { body: factor } = await enroll(phone, 'old');
    await enroll(other, 'other');
    const put = (body: object) =>
      service.call('PUT', `/admin/users/${userId}/factors/${factor.id}`, { token: key, body });
    const next = freshPhone();
    const { body } = await put({ friendly_name: 'new', phone: `+${next}` });
    expect(body).toMatchObject({ id: factor.id, friendly_name: 'new', phone: next });
    expect((await put({ friendly_name: 'taken' })).body.error_code).toBe('mfa_factor_name_conflict');
    expect((await put({ phone: other })).body.error_code).toBe('phone_exists');
    expect((await put({ phone: 'x' })).body.error_code).toBe('validation_failed');
  });

  it('void a code that was sent to the old number', async () => {
    const owner = await signUpOwner(service);
    const phone = freshPhone();
    const enrolled = await service.post('/factors', { factor_type: 'phone', phone }, { token: owner.token });
    const path = `/factors/${enrolled.body.id}`;
    const opened = await service.post(`${path}/challenge`, {}, { token: owner.token });
    const body = { phone: freshPhone() };
    await service.call('PUT', `/admin/users/${claimsOf(owner.token).sub}${path}`, { token: key, body });
    const answer = { challenge_id: opened.body.id, code: service.lastSms(phone).otp };
    expect((await service.post(`${path}/verify`, answer, { token: owner.token })).status).toBe(422);
  });

  it('answer 404 for unknown users and factors', async () => {
    const owner = await signUpOwner(service);
    const userId = claimsOf(owner.token).sub;
    const get = async (method: string, path: string) => {
      const { status, body } = await service.call(method, path, { token: key });
      return [status, body.error_code];
    };
    expect(await get('GET', '/admin/users/x/factors')).toEqual([404, 'validation_failed']);
    expect(await get('GET', `/admin/users/${crypto.randomUUID()}/factors`)).toEqual([404, 'user_not_found']);
    expect(await get('DELETE', `/admin/users/${userId}/factors/x`)).toEqual([404, 'validation_failed']);
    expect(await get('DELETE', `/admin/users/${userId}/factors/${crypto.randomUUID()}`)).toEqual([
      404,
      'mfa_factor_not_found',
    ]);
  });
});

describe('GET /admin/audit', () => {
  it('shows what happened, newest first, by action, author and type', async () => {
    const owner = await signUpOwner(service);
    await enrollApp(service, owner);
    const read = async (query: string) =>
      (await service.call('GET', `/admin/audit${query}`, { token: key })).body;
    const [newest] = await read('?per_page=1');
    expect(newest.payload).toMatchObject({
      action: 'factor_in_progress',
      log_type: 'factor',
      actor_username: owner.email,
    });
    expect(newest).toMatchObject({ ip_address: '203.0.113.7' });
    const byAuthor = await read(`?query=author:${owner.email}`);
    expect(new Set(byAuthor.map((entry: { payload: { action: string } }) => entry.payload.action))).toEqual(
      new Set(['user_signedup', 'login', 'factor_in_progress']),
    );
    expect((await read('?query=type:FACTOR')).length).toBeGreaterThan(0);
    expect(await read('?query=action:no_such_thing')).toEqual([]);
    const { headers } = await service.call('GET', '/admin/audit?per_page=1', { token: key });
    expect(headers.get('Link')).toContain('</admin/audit?page=2&per_page=1>; rel="next"');
  });

  it('names the admin for what an admin did', async () => {
    await service.post('/admin/users', { phone: freshPhone() }, { token: key });
    const { body } = await service.call('GET', '/admin/audit?per_page=1&query=author:service_role', {
      token: key,
    });
    expect(body[0].payload).toMatchObject({ action: 'user_signedup', actor_username: 'service_role' });
  });

  it('refuses an unknown scope', async () => {
    for (const query of ['nonsense', 'nonsense:x', '__proto__:x', ':x']) {
      const { status, body } = await service.call('GET', `/admin/audit?query=${query}`, { token: key });
      expect([status, body.error_code], query).toEqual([400, 'validation_failed']);
    }
  });
});
