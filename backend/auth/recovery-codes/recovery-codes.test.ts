import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginStep,
  claimsOf,
  type Owner,
  signInOwner,
  signUpOwner,
  signUpWithAal2,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import { keyToml } from '../../../tests/harness/auth/test-passkeys.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';

let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  database = await openTestDatabase();
  service = await database.start(keyToml, withoutLimits);
});
afterAll(() => database.close());

const path = '/factors/recovery-codes';
const send = (method: string, owner: Owner, below = '', body?: unknown) =>
  service.call(method, `${path}${below}`, { token: owner.token, ...(body === undefined ? {} : { body }) });
const verify = (owner: Owner, code: string) => send('POST', owner, '/verify', { code });
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [
  status,
  body.error_code,
];

/** A user with an authenticator app and recovery codes. */
async function withCodes(): Promise<{ owner: Owner; codes: string[]; appId: string; id: string }> {
  beginStep(service);
  const { owner, app } = await signUpWithAal2(service);
  const { body } = await send('POST', owner);
  return { owner, codes: body.codes, id: body.id, appId: app.factorId };
}

describe('recovery codes', () => {
  it('are shown once, ten of them, and only their hashes are stored', async () => {
    beginStep(service);
    const { owner } = await signUpWithAal2(service);
    const { status, body } = await send('POST', owner, '', { friendly_name: 'on paper' });
    expect([status, body]).toMatchObject([
      200,
      { type: 'recovery_code', friendly_name: 'on paper', total: 10 },
    ]);
    expect(new Set(body.codes).size).toBe(10);
    for (const code of body.codes) expect(code).toMatch(/^[a-z2-7]{16}$/);
    expect((await send('GET', owner)).body).toEqual({
      id: body.id,
      type: 'recovery_code',
      total: 10,
      remaining: 10,
    });
    const [stored] = await database.database.sql`
      select min(code_hash) as first, max(code_hash) as last from auth.mfa_recovery_codes c
      join auth.mfa_recovery_code_sets s on s.id = c.mfa_recovery_code_set_id where s.mfa_factor_id = ${body.id}`;
    expect(stored?.first).toMatch(/^\$argon2id\$v=19\$m=19456,t=1,p=1\$/);
    expect(stored?.last).toMatch(/^\$argon2id\$/);
  });

  it('raise a session, each once, in any notation', async () => {
    const { owner, codes } = await withCodes();
    const low = await signInOwner(service, owner.email);
    const [code = ''] = codes;
    const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)} `.toUpperCase();
    const raised = await verify(low, typed);
    expect(claimsOf(raised.body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/recovery_code' })]),
    });
    const again = await verify(await signInOwner(service, owner.email), code);
    expect(codeOf(again)).toEqual([422, 'mfa_verification_failed']);
    expect((await send('GET', owner)).body.remaining).toBe(9);
  });

  it('of twenty requests with one code, one succeeds', async () => {
    const { owner, codes } = await withCodes();
    const low = await signInOwner(service, owner.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(low, codes[0] ?? '')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await send('GET', owner)).body.remaining).toBe(9);
  });

  it('are locked for a while after five wrong ones, even for the correct one', async () => {
    const { owner, codes } = await withCodes();
    const low = await signInOwner(service, owner.email);
    const tries: unknown[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) tries.push(codeOf(await verify(low, 'a'.repeat(16))));
    expect(tries).toEqual(Array(5).fill([422, 'mfa_verification_failed']));
    const locked = await verify(low, codes[0] ?? '');
    expect(codeOf(locked)).toEqual([429, 'mfa_recovery_codes_locked']);
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(800);
    service.advance(901);
    expect((await verify(low, codes[0] ?? '')).status).toBe(200);
  });

  it('are replaced by new ones, which also lifts the lock', async () => {
    const { owner, codes, id } = await withCodes();
    const low = await signInOwner(service, owner.email);
    for (let attempt = 0; attempt < 5; attempt += 1) await verify(low, 'wrong');
    const renewed = await send('POST', owner, '/regenerate');
    expect([renewed.status, renewed.body.id, renewed.body.total]).toEqual([200, id, 10]);
    expect(codeOf(await verify(low, codes[0] ?? ''))).toEqual([422, 'mfa_verification_failed']);
    expect((await verify(low, renewed.body.codes[0])).status).toBe(200);
  });

  it('are removed, and a session that they raised is at aal1 again', async () => {
    const { owner, codes, id } = await withCodes();
    const low = await signInOwner(service, owner.email);
    const raised = { ...low, token: (await verify(low, codes[0] ?? '')).body.access_token };
    expect((await send('DELETE', owner)).body).toEqual({ id });
    expect(codeOf(await send('GET', owner))).toEqual([404, 'mfa_factor_not_found']);
    expect(codeOf(await send('DELETE', owner))).toEqual([404, 'mfa_factor_not_found']);
    expect(codeOf(await send('DELETE', raised))).toEqual([403, 'insufficient_aal']);
  });

  it('need another factor and are never the only one', async () => {
    const { owner, appId, id } = await withCodes();
    const remove = (factor: string) => service.call('DELETE', `/factors/${factor}`, { token: owner.token });
    expect(codeOf(await remove(appId))).toEqual([422, 'mfa_recovery_codes_sole_factor']);
    expect(codeOf(await remove(id))).toEqual([422, 'validation_failed']);
    await send('DELETE', owner);
    expect((await remove(appId)).status).toBe(200);
  });

  it('are removed when an admin removes the last other factor', async () => {
    const { owner, appId } = await withCodes();
    const { sub } = claimsOf(owner.token);
    const token = database.secrets.serviceRoleKey;
    await service.call('DELETE', `/admin/users/${sub}/factors/${appId}`, { token });
    expect((await service.call('GET', `/admin/users/${sub}/factors`, { token })).body).toEqual([]);
  });

  it('are generated at aal2 only, and once', async () => {
    const { owner } = await withCodes();
    const low = await signInOwner(service, owner.email);
    expect(codeOf(await send('POST', await signUpOwner(service)))).toEqual([403, 'insufficient_aal']);
    expect(codeOf(await send('POST', low))).toEqual([403, 'insufficient_aal']);
    expect(codeOf(await send('POST', low, '/regenerate'))).toEqual([403, 'insufficient_aal']);
    expect(codeOf(await send('POST', owner, '', { friendly_name: 'more' }))).toEqual([
      422,
      'mfa_verified_factor_exists',
    ]);
    const anonymous = (await service.post('/signup', {})).body.access_token;
    expect((await service.call('GET', path, { token: anonymous })).status).toBe(403);
  });

  it('cannot be challenged or verified through the routes of other factors', async () => {
    const { owner, id } = await withCodes();
    for (const below of ['challenge', 'verify']) {
      const answer = await service.post(`/factors/${id}/${below}`, { code: 'a' }, { token: owner.token });
      expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    }
  });

  it('are not found where they are disabled, nor for a user who has none', async () => {
    const { owner } = await withCodes();
    const off = await database.start('[auth]\nsite_url = "https://example.com"', withoutLimits);
    off.advance((service.now().getTime() - Date.now()) / 1000);
    const post = async (below: string) =>
      codeOf(await off.post(`${path}${below}`, { code: 'a' }, { token: owner.token }));
    expect([await post(''), await post('/regenerate'), await post('/verify')]).toEqual([
      [422, 'mfa_recovery_codes_enroll_not_enabled'],
      [422, 'mfa_recovery_codes_enroll_not_enabled'],
      [422, 'mfa_recovery_codes_verify_not_enabled'],
    ]);
    expect(codeOf(await verify(await signUpOwner(service), 'a'.repeat(16)))).toEqual([
      422,
      'mfa_verification_failed',
    ]);
    expect(codeOf(await verify(owner, ' - '))).toEqual([400, 'validation_failed']);
  });
});
