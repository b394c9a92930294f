import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginStep,
  challenge,
  claimsOf,
  codeOf,
  enrollApp,
  factorToml,
  type Owner,
  signInOwner,
  signUpOwner,
  signUpWithAal2,
  verify,
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
beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(factorToml, withoutLimits);
});
afterAll(() => test.close());

const refresh = (token: string) => service.post('/token?grant_type=refresh_token', { refresh_token: token });

describe('TOTP', () => {
  it('A40: a correct code keeps the session and raises it to aal2, with a new refresh token', async () => {
    const owner = await signUpOwner(service);
    const app = await enrollApp(service, owner);
    const opened = await service.post(`/factors/${app.factorId}/challenge`, {}, { token: owner.token });
    const inFiveMinutes = service.now().getTime() / 1000 + 300;
    expect(opened.body).toMatchObject({ type: 'totp' });
    expect(Math.abs(opened.body.expires_at - inFiveMinutes)).toBeLessThan(5);
    const answer = { challenge_id: opened.body.id, code: codeOf(service, app) };
    const { status, body } = await verify(service, owner, app.factorId, answer);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', user: { email: owner.email } });
    expect(body.user.factors).toMatchObject([{ id: app.factorId, status: 'verified', friendly_name: 'app' }]);
    expect(body.refresh_token).not.toBe(owner.refreshToken);
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({ aal: 'aal2', session_id: claimsOf(owner.token).session_id });
    expect(claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }]);
    const renewed = await refresh(body.refresh_token);
    expect(claimsOf(renewed.body.access_token).aal).toBe('aal2');
  });

  it('A40: through supabase-js, challengeAndVerify raises the assurance level', async () => {
    const client = service.client();
    await client.auth.signUp({ email: `js-${crypto.randomUUID()}@example.com`, password: 'secret-1' });
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'js' });
    const app = { factorId: data?.id ?? '', secret: data?.totp.secret ?? '' };
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: 'abcdef' });
    expect(wrong.error?.message).toContain('Invalid TOTP code');
    const right = await client.auth.mfa.challengeAndVerify({
      factorId: app.factorId,
      code: codeOf(service, app),
    });
    expect(right.error).toBeNull();
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect([level?.currentLevel, level?.nextLevel]).toEqual(['aal2', 'aal2']);
    const { data: factors } = await client.auth.mfa.listFactors();
    expect(factors?.totp).toHaveLength(1);
  });

  it('A40: other aal1 sessions and unverified factors of the same type are deleted', async () => {
    const owner = await signUpOwner(service);
    const other = await signInOwner(service, owner.email);
    const app = await enrollApp(service, owner, 'kept');
    await enrollApp(service, owner, 'dropped');
    await service.post(
      '/factors',
      { factor_type: 'phone', phone: freshPhone(), friendly_name: 'p' },
      { token: owner.token },
    );
    const id = await challenge(service, owner, app.factorId);
    const { body } = await verify(service, owner, app.factorId, {
      challenge_id: id,
      code: codeOf(service, app),
    });
    expect(body.user.factors).toMatchObject([
      { id: app.factorId, status: 'verified' },
      { factor_type: 'phone', status: 'unverified' },
    ]);
    // An unverified factor of another type does not bypass the verified one.
    const left = body.user.factors[1].id;
    const low = await signInOwner(service, owner.email);
    const open = await challenge(service, low, left);
    const around = await verify(service, low, left, { challenge_id: open, code: '123456' });
    expect([around.status, around.body.error_code]).toEqual([403, 'insufficient_aal']);
    const gone = await service.call('GET', '/user', { token: other.token });
    expect([gone.status, gone.body.error_code]).toEqual([403, 'session_not_found']);
    expect((await refresh(other.refreshToken)).status).toBe(400);
    expect((await service.call('GET', '/user', { token: body.access_token })).status).toBe(200);
  });

  it('A40: sessions that were raised before stay', async () => {
    const { owner, app } = await signUpWithAal2(service);
    const low = await signInOwner(service, owner.email);
    const id = await challenge(service, low, app.factorId);
    const second = await verify(service, low, app.factorId, { challenge_id: id, code: codeOf(service, app) });
    expect(second.status).toBe(200);
    expect((await service.call('GET', '/user', { token: owner.token })).status).toBe(200);
  });

  it.each([
    1, 2,
  ])('A25: the refresh token from before the second factor is void (version %i)', async (version) => {
    const versioned = await test.start(factorToml, withoutLimits);
    Object.assign(versioned.config, { refreshTokenVersion: version });
    const { owner, before } = await signUpWithAal2(versioned);
    const use = (token: string) =>
      versioned.post('/token?grant_type=refresh_token', { refresh_token: token });
    expect((await use(before.refreshToken)).body.error_code).toBe('refresh_token_not_found');
    const renewed = await use(owner.refreshToken);
    expect(renewed.status).toBe(200);
    expect(claimsOf(renewed.body.access_token).aal).toBe('aal2');
  });

  it('A40: codes of the step before and after are accepted, others are not', async () => {
    for (const [away, status] of [
      [-2, 422],
      [-1, 200],
      [1, 200],
      [2, 422],
    ] as const) {
      const owner = await signUpOwner(service);
      const app = await enrollApp(service, owner);
      beginStep(service);
      const id = await challenge(service, owner, app.factorId);
      const answer = { challenge_id: id, code: codeOf(service, app, away) };
      expect((await verify(service, owner, app.factorId, answer)).status, `${away} steps away`).toBe(status);
    }
  });

  it('A40: a wrong code is 422 mfa_verification_failed, an empty one 400', async () => {
    const owner = await signUpOwner(service);
    const app = await enrollApp(service, owner);
    const id = await challenge(service, owner, app.factorId);
    const wrong = await verify(service, owner, app.factorId, { challenge_id: id, code: 'abcdef' });
    expect([wrong.status, wrong.body.error_code]).toEqual([422, 'mfa_verification_failed']);
    expect(wrong.body.msg).toBe('Invalid TOTP code entered');
    const empty = await verify(service, owner, app.factorId, { challenge_id: id, code: '' });
    expect([empty.status, empty.body.msg]).toEqual([400, 'Code needs to be non-empty']);
  });

  it('A40: a challenge is used once, from one address, within five minutes', async () => {
    const { owner, app } = await signUpWithAal2(service);
    const code = () => codeOf(service, app);
    const attempt = (id: string) => verify(service, owner, app.factorId, { challenge_id: id, code: code() });
    const used = await challenge(service, owner, app.factorId);
    const { body } = await attempt(used);
    const raised: Owner = { ...owner, token: body.access_token };
    service.advance(60);
    const replayed = await verify(service, raised, app.factorId, { challenge_id: used, code: code() });
    expect([replayed.status, replayed.body.error_code]).toEqual([422, 'mfa_ip_address_mismatch']);

    const elsewhere = await challenge(service, owner, app.factorId);
    service.address = '198.51.100.9';
    expect((await attempt(elsewhere)).body.error_code).toBe('mfa_ip_address_mismatch');
    service.address = '203.0.113.7';

    const late = await challenge(service, owner, app.factorId);
    service.advance(301);
    expect((await attempt(late)).body.error_code).toBe('mfa_challenge_expired');
    const unknown = await attempt(crypto.randomUUID());
    expect([unknown.status, unknown.body.error_code]).toEqual([422, 'mfa_factor_not_found']);
  });

  it('stricter: a code is never accepted twice, and no older one after it', async () => {
    const owner = await signUpOwner(service);
    const app = await enrollApp(service, owner);
    const codes = [codeOf(service, app, 0), codeOf(service, app, -1)];
    const first = await challenge(service, owner, app.factorId);
    const { body } = await verify(service, owner, app.factorId, {
      challenge_id: first,
      code: codes[0] ?? '',
    });
    const raised: Owner = { ...owner, token: body.access_token };
    for (const code of codes) {
      const id = await challenge(service, raised, app.factorId);
      const again = await verify(service, raised, app.factorId, { challenge_id: id, code });
      expect([again.status, again.body.error_code]).toEqual([422, 'mfa_verification_failed']);
    }
    service.advance(30);
    const id = await challenge(service, raised, app.factorId);
    expect(
      (await verify(service, raised, app.factorId, { challenge_id: id, code: codeOf(service, app) })).status,
    ).toBe(200);
  });

  it('stricter: of fifty concurrent verifications of one challenge, one succeeds', async () => {
    const { owner, app } = await signUpWithAal2(service);
    const id = await challenge(service, owner, app.factorId);
    const answer = { challenge_id: id, code: codeOf(service, app) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => verify(service, owner, app.factorId, answer)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
  });

  it('stricter: of one code with many challenges at once, one succeeds', async () => {
    const { owner, app } = await signUpWithAal2(service);
    const ids = await Promise.all(Array.from({ length: 8 }, () => challenge(service, owner, app.factorId)));
    const code = codeOf(service, app);
    const answers = await Promise.all(
      ids.map((id) => verify(service, owner, app.factorId, { challenge_id: id, code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
  });

  it('a factor that was enrolled before another one was verified does not bypass it', async () => {
    const owner = await signUpOwner(service);
    const thief = await enrollApp(service, owner, 'thief');
    const app = await enrollApp(service, owner, 'owner');
    await test.database.sql`update auth.mfa_factors set status = 'verified' where id = ${app.factorId}`;
    const id = await challenge(service, owner, thief.factorId);
    const answer = await verify(service, owner, thief.factorId, {
      challenge_id: id,
      code: codeOf(service, thief),
    });
    expect([answer.status, answer.body.error_code]).toEqual([403, 'insufficient_aal']);
  });

  it('a factor of another user is not found', async () => {
    const { app } = await signUpWithAal2(service);
    const other = await signUpOwner(service);
    for (const [method, path] of [
      ['POST', '/challenge'],
      ['POST', '/verify'],
      ['DELETE', ''],
    ] as const) {
      const options = { token: other.token, body: { code: '1' } };
      const answer = await service.call(method, `/factors/${app.factorId}${path}`, options);
      expect([answer.status, answer.body.error_code]).toEqual([404, 'mfa_factor_not_found']);
    }
  });

  it('notifies the owner by mail where that is configured', async () => {
    const telling = await test.start(
      `${factorToml}\n[auth.email.notification.mfa_factor_enrolled]\nenabled = true\n[auth.email.notification.mfa_factor_unenrolled]\nenabled = true`,
      withoutLimits,
    );
    const { owner, app } = await signUpWithAal2(telling);
    expect(telling.lastMail(owner.email)).toMatchObject({
      kind: 'mfa_factor_enrolled_notification',
      variables: { FactorType: 'totp' },
    });
    await telling.call('DELETE', `/factors/${app.factorId}`, { token: owner.token });
    expect(telling.lastMail(owner.email).kind).toBe('mfa_factor_unenrolled_notification');
  });
});

describe('A41: DELETE /factors/:factor', () => {
  it('needs aal2 for a verified factor, and lowers the sessions that it raised', async () => {
    const { owner, app } = await signUpWithAal2(service);
    const low = await signInOwner(service, owner.email);
    const refused = await service.call('DELETE', `/factors/${app.factorId}`, { token: low.token });
    expect([refused.status, refused.body.error_code]).toEqual([422, 'insufficient_aal']);
    const { status, body } = await service.call('DELETE', `/factors/${app.factorId}`, { token: owner.token });
    expect([status, body]).toEqual([200, { id: app.factorId }]);
    const renewed = await refresh(owner.refreshToken);
    expect(claimsOf(renewed.body.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  });

  it('a session that was raised with a removed factor must be raised again with a remaining one', async () => {
    const { owner } = await signUpWithAal2(service);
    const second = await enrollApp(service, owner, 'second');
    const id = await challenge(service, owner, second.factorId);
    const answer = { challenge_id: id, code: codeOf(service, second) };
    expect((await verify(service, owner, second.factorId, answer)).status).toBe(200);
    await service.call('DELETE', `/factors/${second.factorId}`, { token: owner.token });
    const change = await service.call('PUT', '/user', {
      token: owner.token,
      body: { password: 'another-1' },
    });
    expect([change.status, change.body.error_code]).toEqual([401, 'insufficient_aal']);
  });

  it('removes an unverified factor at aal1, through supabase-js', async () => {
    const client = service.client();
    await client.auth.signUp({ email: `js-${crypto.randomUUID()}@example.com`, password: 'secret-1' });
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    const { data: gone, error } = await client.auth.mfa.unenroll({ factorId: data?.id ?? '' });
    expect([error, gone?.id]).toEqual([null, data?.id]);
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
  });
});

it('A18: with a verified factor, password and address can only be changed at aal2', async () => {
  const { owner } = await signUpWithAal2(service);
  const low = await signInOwner(service, owner.email);
  for (const change of [
    { password: 'another-1' },
    { email: `new-${owner.email}` },
    { phone: freshPhone() },
  ]) {
    const answer = await service.call('PUT', '/user', { token: low.token, body: change });
    expect([answer.status, answer.body.error_code]).toEqual([401, 'insufficient_aal']);
  }
  const answer = await service.call('PUT', '/user', { token: owner.token, body: { password: 'another-1' } });
  expect(answer.status).toBe(200);
});
