import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Owner,
  signInOwner,
  signUpOwner,
  signUpWithAal2,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import {
  finishRegistration,
  keyOrigin,
  keyToml,
  startRegistration,
} from '../../../tests/harness/auth/test-passkeys.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { createAuthenticator, type Overrides } from '../../../tests/harness/software-authenticator.ts';

let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  database = await openTestDatabase();
  service = await database.start(keyToml, withoutLimits);
});
afterAll(() => database.close());

async function register(owner: Owner, overrides: Overrides = {}, key = createAuthenticator(keyOrigin)) {
  const ceremony = await startRegistration(service, owner.token);
  return finishRegistration(service, owner.token, ceremony, key.create(ceremony.options, overrides));
}

const list = async ({ token }: Owner) => (await service.call('GET', '/passkeys', { token })).body;

describe('registering a passkey', () => {
  it('asks the browser for a discoverable credential with user verification', async () => {
    const owner = await signUpOwner(service);
    const { options } = await startRegistration(service, owner.token);
    expect(options).toMatchObject({
      rp: { id: 'example.com', name: 'Example' },
      user: { name: owner.email, displayName: owner.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { sub } = JSON.parse(Buffer.from(owner.token.split('.')[1] ?? '', 'base64url').toString());
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(sub);
  });

  it("stores the key under the authenticator's name, and excludes it from the next registration", async () => {
    const owner = await signUpOwner(service);
    const unknown = await register(owner);
    const known = await register(owner, { aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' });
    expect([unknown.body.friendly_name, known.body.friendly_name]).toEqual([
      'Passkey',
      'Google Password Manager',
    ]);
    expect((await list(owner)).map(({ id }: { id: string }) => id)).toEqual([unknown.body.id, known.body.id]);
    const { options } = await startRegistration(service, owner.token);
    expect(options.excludeCredentials).toHaveLength(2);
  });

  it('accepts a key with self attestation, and refuses an invalid attestation', async () => {
    const owner = await signUpOwner(service);
    expect((await register(owner, { attestation: 'packed' })).status).toBe(200);
    const wrong: Overrides[] = [
      { attestation: 'packed', signature: Buffer.alloc(70, 1) },
      { attestation: 'android-key' },
    ];
    for (const overrides of wrong) {
      expect((await register(owner, overrides)).body.error_code).toBe('webauthn_verification_failed');
    }
  });

  it.each<[string, Overrides]>([
    ['of a foreign page', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['of a frame in another site', { crossOrigin: true }],
    ['of a sign-in', { type: 'webauthn.get' }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without user verification', { isVerified: false }],
  ])('refuses an answer %s', async (_name, overrides) => {
    const owner = await signUpOwner(service);
    const { status, body } = await register(owner, overrides);
    expect([status, body.error_code, await list(owner)]).toEqual([400, 'webauthn_verification_failed', []]);
  });

  it.each([
    ['a text', 'x'],
    ['nothing in it', {}],
    ['bytes that are not CBOR', { attestationObject: 'AAAA' }],
    ['client data that is not JSON', { clientDataJSON: 'AAAA' }],
    ['very long bytes', { attestationObject: 'A'.repeat(100_000) }],
    ['very deep bytes', { attestationObject: Buffer.alloc(40_000, 0x81).toString('base64url') }],
  ])('refuses a credential that is %s', async (_name, change) => {
    const owner = await signUpOwner(service);
    const ceremony = await startRegistration(service, owner.token);
    const honest = createAuthenticator(keyOrigin).create(ceremony.options);
    const spoilt =
      typeof change === 'string' || Object.keys(change).length === 0
        ? change
        : { ...honest, response: { ...honest.response, ...change } };
    const { status, body } = await finishRegistration(service, owner.token, ceremony, spoilt);
    expect([status, body.error_code]).toEqual([400, 'webauthn_verification_failed']);
  });

  it('answers a challenge of the same account once, and of another never', async () => {
    const [owner, other] = [await signUpOwner(service), await signUpOwner(service)];
    const ceremony = await startRegistration(service, owner.token);
    const answer = createAuthenticator(keyOrigin).create(ceremony.options);
    const foreign = await finishRegistration(service, other.token, ceremony, answer);
    const first = await finishRegistration(service, owner.token, ceremony, answer);
    const again = await finishRegistration(service, owner.token, ceremony, answer);
    expect([foreign, first, again].map(({ status, body }) => [status, body.error_code])).toEqual([
      [400, 'webauthn_challenge_not_found'],
      [200, undefined],
      [400, 'webauthn_challenge_not_found'],
    ]);
  });

  it('refuses a key that is already registered', async () => {
    const key = createAuthenticator(keyOrigin);
    await register(await signUpOwner(service), {}, key);
    const { status, body } = await register(await signUpOwner(service), {}, key);
    expect([status, body.error_code]).toEqual([422, 'webauthn_credential_exists']);
  });

  it('stops at the configured number, also for concurrent requests', async () => {
    const owner = await signUpOwner(service);
    const ceremonies = await Promise.all(
      Array.from({ length: 6 }, () => startRegistration(service, owner.token)),
    );
    const answers = await Promise.all(
      ceremonies.map((ceremony) => {
        const credential = createAuthenticator(keyOrigin).create(ceremony.options);
        return finishRegistration(service, owner.token, ceremony, credential);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422]);
    const more = await service.post('/passkeys/registration/options', {}, { token: owner.token });
    expect([more.status, more.body.error_code]).toEqual([422, 'too_many_passkeys']);
  });

  it('is refused for visitors, anonymous users and single sign-on accounts', async () => {
    const path = '/passkeys/registration/options';
    expect((await service.post(path, {})).status).toBe(401);
    const anonymous = (await service.post('/signup', {})).body.access_token;
    expect((await service.post(path, {}, { token: anonymous })).status).toBe(403);
    expect((await service.call('GET', '/passkeys', { token: anonymous })).status).toBe(403);
    const owner = await signUpOwner(service);
    await database.database.sql`update auth.users set is_sso_user = true where email = ${owner.email}`;
    expect(await service.post(path, {}, { token: owner.token })).toMatchObject({
      status: 422,
      body: { msg: 'SSO users cannot register passkeys' },
    });
  });
});

describe('the passkeys of the caller', () => {
  it('are renamed and deleted, and those of other users are not found', async () => {
    const [owner, other] = [await signUpOwner(service), await signUpOwner(service)];
    const { id } = (await register(owner)).body;
    const rename = (caller: Owner, name: string) =>
      service.call('PATCH', `/passkeys/${id}`, { token: caller.token, body: { friendly_name: name } });
    const remove = (caller: Owner) => service.call('DELETE', `/passkeys/${id}`, { token: caller.token });
    expect((await rename(owner, 'blue key')).body).toMatchObject({ id, friendly_name: 'blue key' });
    const wrong = [
      await rename(owner, ''),
      await rename(owner, 'x'.repeat(121)),
      await rename(other, 'mine'),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 404]);
    expect((await remove(other)).status).toBe(404);
    expect((await list(owner))[0].friendly_name).toBe('blue key');
    expect([(await remove(owner)).status, (await remove(owner)).status]).toEqual([204, 404]);
    expect(await list(owner)).toEqual([]);
    expect((await service.call('DELETE', '/passkeys/x', { token: owner.token })).status).toBe(404);
  });

  it('are added and deleted only at aal2, where there is a second factor', async () => {
    const { owner } = await signUpWithAal2(service);
    const { id } = (await register(owner)).body;
    const low = await signInOwner(service, owner.email);
    const start = await service.post('/passkeys/registration/options', {}, { token: low.token });
    const remove = await service.call('DELETE', `/passkeys/${id}`, { token: low.token });
    const expected = { status: 403, body: { error_code: 'insufficient_aal' } };
    expect([start, remove]).toMatchObject([expected, expected]);
    expect((await service.call('DELETE', `/passkeys/${id}`, { token: owner.token })).status).toBe(204);
  });

  it('are limited by account, not by IP address', async () => {
    const limited = await database.start(keyToml);
    const owner = await signUpOwner(limited);
    const answers: number[] = [];
    for (let call = 0; call < 31; call += 1) {
      limited.address = `198.51.100.${call}`;
      answers.push((await limited.post('/passkeys/registration/options', {}, { token: owner.token })).status);
    }
    expect(answers).toContain(429);
  });
});

describe('an admin', () => {
  const admin = () => ({ token: database.secrets.serviceRoleKey });

  it('lists and deletes passkeys, and no other user does', async () => {
    const owner = await signUpOwner(service);
    const { id } = (await register(owner)).body;
    const { sub } = JSON.parse(Buffer.from(owner.token.split('.')[1] ?? '', 'base64url').toString());
    const path = `/admin/users/${sub}/passkeys`;
    expect((await service.call('GET', path, { token: owner.token })).status).toBe(403);
    expect((await service.call('GET', path, admin())).body).toMatchObject([{ id }]);
    expect((await service.call('DELETE', `${path}/${id}`, { token: owner.token })).status).toBe(403);
    expect((await service.call('DELETE', `${path}/${id}`, admin())).status).toBe(204);
    const missing = [`${path}/${id}`, `${path}/x`, `/admin/users/${crypto.randomUUID()}/passkeys/${id}`];
    for (const wrong of missing) expect((await service.call('DELETE', wrong, admin())).status).toBe(404);
    expect(await list(owner)).toEqual([]);
  });
});
