import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  claimsOf,
  type Owner,
  signInOwner,
  signUpOwner,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import { keyOrigin, keyToml } from '../../../tests/harness/auth/test-passkeys.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import {
  type Authenticator,
  createAuthenticator,
  type Overrides,
} from '../../../tests/harness/software-authenticator.ts';

let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  database = await openTestDatabase();
  service = await database.start(keyToml, withoutLimits);
});
afterAll(() => database.close());

const enroll = (owner: Owner, name = 'key') =>
  service.post('/factors', { factor_type: 'webauthn', friendly_name: name }, { token: owner.token });

async function challenge(owner: Owner, factorId: string) {
  const { body } = await service.post(`/factors/${factorId}/challenge`, {}, { token: owner.token });
  return { id: body.id, type: body.webauthn.type, options: body.webauthn.credential_options.publicKey };
}

const verify = (owner: Owner, factorId: string, challengeId: string, type: string, response: unknown) => {
  const webauthn = { type, credential_response: response };
  return service.post(
    `/factors/${factorId}/verify`,
    { challenge_id: challengeId, webauthn },
    { token: owner.token },
  );
};

/** A user whose session was raised with a new key. */
async function withKey(
  overrides: Overrides = {},
): Promise<{ owner: Owner; key: Authenticator; factorId: string }> {
  const before = await signUpOwner(service);
  const key = createAuthenticator(keyOrigin);
  const factorId = (await enroll(before)).body.id;
  const asked = await challenge(before, factorId);
  const { body } = await verify(before, factorId, asked.id, 'create', key.create(asked.options, overrides));
  return { owner: { ...before, token: body.access_token, refreshToken: body.refresh_token }, key, factorId };
}

async function use(owner: Owner, factorId: string, key: Authenticator, overrides: Overrides = {}) {
  const asked = await challenge(owner, factorId);
  return verify(owner, factorId, asked.id, 'request', key.get(asked.options, overrides));
}

const wrong = { status: 422, body: { error_code: 'mfa_verification_failed' } };

describe('a key as a second factor', () => {
  it('is created in answer to the first challenge, and raises the session', async () => {
    const owner = await signUpOwner(service);
    const enrolled = await enroll(owner, 'blue key');
    expect(enrolled.body).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'blue key' });
    const asked = await challenge(owner, enrolled.body.id);
    expect(asked).toMatchObject({
      type: 'create',
      options: { rp: { id: 'example.com' }, attestation: 'none' },
    });
    const answer = createAuthenticator(keyOrigin).create(asked.options);
    const { status, body } = await verify(owner, enrolled.body.id, asked.id, 'create', answer);
    expect([status, body.user.factors]).toMatchObject([
      200,
      [{ status: 'verified', factor_type: 'webauthn' }],
    ]);
    expect(claimsOf(body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/webauthn' })]),
    });
  });

  it('is used in later sessions, with or without user verification, and no other key is asked for', async () => {
    const { owner, key, factorId } = await withKey();
    const low = await signInOwner(service, owner.email);
    const asked = await challenge(low, factorId);
    expect(asked.options).toMatchObject({ rpId: 'example.com', userVerification: 'preferred' });
    expect(asked.options.allowCredentials).toHaveLength(1);
    const { status, body } = await use(low, factorId, key, { isVerified: false });
    expect([status, claimsOf(body.access_token).aal]).toEqual([200, 'aal2']);
  });

  it.each<[string, Overrides]>([
    ['of a foreign page', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without user presence', { isPresent: false }],
    ['with a wrong signature', { signature: Buffer.alloc(70, 1) }],
    ['for another account', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ['with an unchanged counter', { count: 0 }],
  ])('is refused with an answer %s', async (_name, overrides) => {
    const { owner, key, factorId } = await withKey();
    const low = await signInOwner(service, owner.email);
    expect((await use(low, factorId, key)).status).toBe(200);
    const next = await signInOwner(service, owner.email);
    expect(await use(next, factorId, key, overrides)).toMatchObject(wrong);
  });

  it('is refused when another key answers, or a cloned one', async () => {
    const { owner, key, factorId } = await withKey();
    const copy = key.copy();
    expect((await use(owner, factorId, key)).status).toBe(200);
    expect(await use(owner, factorId, copy)).toMatchObject(wrong);
    const stranger = createAuthenticator(keyOrigin);
    stranger.create({ challenge: 'AAAA', rp: {}, user: { id: 'AAAA' } });
    expect(await use(owner, factorId, stranger, { userHandle: null })).toMatchObject(wrong);
  });

  it('accepts one of fifty concurrent answers to a challenge', async () => {
    const { owner, key, factorId } = await withKey();
    const asked = await challenge(owner, factorId);
    const answer = key.get(asked.options);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => verify(owner, factorId, asked.id, 'request', answer)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await verify(owner, factorId, asked.id, 'request', answer);
    expect([again.status, again.body.error_code]).toEqual([422, 'mfa_factor_not_found']);
  });

  it('a wrong answer uses the challenge up', async () => {
    const { owner, key, factorId } = await withKey();
    const asked = await challenge(owner, factorId);
    const lie = key.get(asked.options, { origin: 'https://evil.example' });
    expect(await verify(owner, factorId, asked.id, 'request', lie)).toMatchObject(wrong);
    const honest = await verify(owner, factorId, asked.id, 'request', key.get(asked.options));
    expect(honest.body.error_code).toBe('mfa_factor_not_found');
  });

  it('that is verified is never replaced by a new one', async () => {
    const before = await signUpOwner(service);
    const factorId = (await enroll(before)).body.id;
    const [first, second] = [await challenge(before, factorId), await challenge(before, factorId)];
    const made = createAuthenticator(keyOrigin).create(first.options);
    const { body } = await verify(before, factorId, first.id, 'create', made);
    const owner = { ...before, token: body.access_token };
    const late = createAuthenticator(keyOrigin).create(second.options);
    expect(await verify(owner, factorId, second.id, 'create', late)).toMatchObject(wrong);
    const asked = await challenge(owner, factorId);
    const swapped = createAuthenticator(keyOrigin).create({
      ...second.options,
      challenge: asked.options.challenge,
    });
    expect(await verify(owner, factorId, asked.id, 'create', swapped)).toMatchObject(wrong);
  });

  it.each([
    ['no answer', undefined, 'WebAuthn config required'],
    ['no type', { credential_response: {} }, 'WebAuthn type must be create or request'],
    ['no credential', { type: 'create' }, 'credential_response required'],
    ['nonsense', { type: 'create', credential_response: { id: 1 } }, 'Invalid credential_response'],
  ])('gets an error that names what is missing: %s', async (_name, webauthn, message) => {
    const owner = await signUpOwner(service);
    const factorId = (await enroll(owner)).body.id;
    const asked = await challenge(owner, factorId);
    const body = { challenge_id: asked.id, webauthn };
    const answer = await service.post(`/factors/${factorId}/verify`, body, { token: owner.token });
    expect([answer.status, answer.body.msg]).toEqual([400, message]);
  });

  it('is not available where it is disabled', async () => {
    const { owner, factorId } = await withKey();
    const off = await database.start('[auth]\nsite_url = "https://example.com"', withoutLimits);
    const post = (path: string) =>
      off.post(path, { factor_type: 'webauthn', friendly_name: 'x' }, { token: owner.token });
    const answers = [
      await post('/factors'),
      await post(`/factors/${factorId}/challenge`),
      await post(`/factors/${factorId}/verify`),
    ];
    expect(answers.map(({ status, body }) => [status, body.error_code])).toEqual([
      [422, 'mfa_webauthn_enroll_not_enabled'],
      [422, 'mfa_webauthn_verify_not_enabled'],
      [422, 'mfa_webauthn_verify_not_enabled'],
    ]);
  });

  it('and a passkey of the same authenticator do not replace each other', async () => {
    const { owner } = await withKey();
    const start = await service.post('/passkeys/registration/options', {}, { token: owner.token });
    expect(start.body.options.excludeCredentials).toHaveLength(1);
  });
});
