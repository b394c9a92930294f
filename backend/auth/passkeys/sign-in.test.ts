import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsOf, type Owner, signUpOwner, withoutLimits } from '../../../tests/harness/auth/test-owner.ts';
import {
  finishAuthentication,
  finishRegistration,
  keyOrigin,
  keyToml,
  startAuthentication,
  startRegistration,
} from '../../../tests/harness/auth/test-passkeys.ts';
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

async function register(
  owner: Owner,
  overrides: Overrides = {},
): Promise<{ key: Authenticator; id: string }> {
  const key = createAuthenticator(keyOrigin);
  const ceremony = await startRegistration(service, owner.token);
  const answer = await finishRegistration(
    service,
    owner.token,
    ceremony,
    key.create(ceremony.options, overrides),
  );
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { key, id: answer.body.id };
}

async function signIn(key: Authenticator, overrides: Overrides = {}) {
  const ceremony = await startAuthentication(service);
  return finishAuthentication(service, ceremony, key.get(ceremony.options, overrides));
}

const refusal = { status: 400, body: { error_code: 'webauthn_verification_failed' } };
const sessionsOf = async (email: string) => {
  const [found] = await database.database.sql<{ count: number }[]>`
    select count(*)::integer as count from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  return found?.count;
};

describe('signing in with a passkey', () => {
  it('asks for no specific key, so that the authenticator chooses the user', async () => {
    const { options } = await startAuthentication(service);
    expect(options).toMatchObject({ rpId: 'example.com', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('gives a session at aal1 with the method passkey, and writes the audit log', async () => {
    const owner = await signUpOwner(service);
    const { key, id } = await register(owner);
    const { status, body } = await signIn(key);
    expect([status, body.user.email]).toEqual([200, owner.email]);
    expect(claimsOf(body.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });
    const listed = await service.call('GET', '/passkeys', { token: body.access_token });
    expect(listed.body).toMatchObject([{ id, last_used_at: expect.any(String) }]);
    const [logged] = await database.database.sql`
      select payload from auth.audit_log_entries where payload ->> 'action' = 'login'
        and payload -> 'traits' ->> 'passkey_id' = ${id}`;
    expect(logged?.payload).toMatchObject({ actor_username: owner.email, log_type: 'account' });
  });

  it('accepts an answer once, and a wrong one uses the challenge up as well', async () => {
    const { key } = await register(await signUpOwner(service));
    const ceremony = await startAuthentication(service);
    const answer = key.get(ceremony.options);
    const first = await finishAuthentication(service, ceremony, answer);
    const again = await finishAuthentication(service, ceremony, answer);
    expect([first.status, again.status, again.body.error_code]).toEqual([
      200,
      400,
      'webauthn_challenge_not_found',
    ]);
    const spoilt = await startAuthentication(service);
    expect(await finishAuthentication(service, spoilt, 'nonsense')).toMatchObject(refusal);
    const late = await finishAuthentication(service, spoilt, key.get(spoilt.options));
    expect(late.body.error_code).toBe('webauthn_challenge_not_found');
  });

  it('gives one session for fifty answers to one challenge at once', async () => {
    const owner = await signUpOwner(service);
    const { key } = await register(owner);
    const before = await sessionsOf(owner.email);
    const ceremony = await startAuthentication(service);
    const answer = key.get(ceremony.options);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => finishAuthentication(service, ceremony, answer)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.error_code))).toEqual(
      new Set([undefined, 'webauthn_challenge_not_found']),
    );
    expect(await sessionsOf(owner.email)).toBe((before ?? 0) + 1);
  });

  it('refuses a challenge that is five minutes old', async () => {
    const { key } = await register(await signUpOwner(service));
    const ceremony = await startAuthentication(service);
    service.advance(301);
    const late = await finishAuthentication(service, ceremony, key.get(ceremony.options));
    expect([late.status, late.body.error_code]).toEqual([400, 'webauthn_challenge_expired']);
  });

  it('refuses a cloned authenticator, in sequence and at the same time', async () => {
    const { key } = await register(await signUpOwner(service));
    const copy = key.copy();
    expect((await signIn(key)).status).toBe(200);
    expect(await signIn(copy)).toMatchObject(refusal);
    const ceremonies = [await startAuthentication(service), await startAuthentication(service)];
    const answers = await Promise.all(
      ceremonies.map((ceremony) =>
        finishAuthentication(service, ceremony, key.get(ceremony.options, { count: 9 })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('accepts an authenticator without a counter', async () => {
    const { key } = await register(await signUpOwner(service));
    const twice = [await signIn(key, { count: 0 }), await signIn(key, { count: 0 })];
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each<[string, Overrides]>([
    ['of a foreign page', { origin: 'https://example.com.evil.example' }],
    ['of our page at another port', { origin: 'https://login.example.com:8443' }],
    ['of a frame in another site', { crossOrigin: true }],
    ['for another site', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of a registration', { type: 'webauthn.create' }],
    ['without user presence', { isPresent: false }],
    ['without user verification', { isVerified: false }],
    ['with a changed backup eligibility', { isBackupEligible: true }],
    ['with an invalid signature', { signature: Buffer.alloc(70, 1) }],
    ['without an account', { userHandle: null }],
    ['for another account', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
  ])('refuses an answer %s', async (_name, overrides) => {
    const { key } = await register(await signUpOwner(service));
    expect(await signIn(key, overrides)).toMatchObject(refusal);
    expect((await signIn(key)).status).toBe(200);
  });

  it('refuses an unknown key with the same message as a wrong one', async () => {
    const owner = await signUpOwner(service);
    const stranger = createAuthenticator(keyOrigin);
    stranger.create((await startRegistration(service, owner.token)).options);
    expect(await signIn(stranger)).toMatchObject(refusal);
  });

  it('refuses unconfirmed, banned and deleted users', async () => {
    const { sql } = database.database;
    const owner = await signUpOwner(service);
    const { key } = await register(owner);
    await sql`update auth.users set email_confirmed_at = null where email = ${owner.email}`;
    const unconfirmed = await signIn(key);
    await sql`update auth.users set email_confirmed_at = now(), banned_until = now() + interval '1 day' where email = ${owner.email}`;
    const banned = await signIn(key);
    await sql`delete from auth.users where email = ${owner.email}`;
    const gone = await signIn(key);
    expect([unconfirmed, banned, gone].map(({ status, body }) => [status, body.error_code])).toEqual([
      [403, 'email_not_confirmed'],
      [403, 'user_banned'],
      [400, 'webauthn_verification_failed'],
    ]);
  });

  it.each([
    ['no challenge', { credential: {} }, 'challenge_id is required'],
    ['no credential', { challenge_id: crypto.randomUUID() }, 'credential is required'],
    ['a malformed challenge id', { challenge_id: 'x', credential: {} }, 'challenge_id must be a valid UUID'],
    ['a list', [], 'challenge_id is required'],
  ])('refuses a body with %s', async (_name, body, message) => {
    const answer = await service.post('/passkeys/authentication/verify', body);
    expect([answer.status, answer.body.msg]).toEqual([400, message]);
  });
});

describe('where passkeys are disabled', () => {
  it.each([
    ['POST', '/passkeys/authentication/options'],
    ['POST', '/passkeys/authentication/verify'],
    ['POST', '/passkeys/registration/options'],
    ['POST', '/passkeys/registration/verify'],
    ['GET', '/passkeys'],
    ['PATCH', '/passkeys/x'],
    ['DELETE', '/passkeys/x'],
  ])('%s %s reports it', async (method, path) => {
    const off = await database.start();
    const { status, body } = await off.call(method, path, method === 'GET' ? {} : { body: {} });
    expect([status, body.error_code]).toEqual([404, 'passkey_disabled']);
  });
});
