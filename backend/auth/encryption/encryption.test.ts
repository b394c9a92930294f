import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../database/log.ts';
import {
  type App,
  beginStep,
  challenge,
  claimsOf,
  codeOf,
  enrollApp,
  factorToml,
  type Owner,
  signInOwner,
  signUpOwner,
  verify,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import {
  type EncryptionKeys,
  noEncryptionKeys,
  readEncryptionKeys,
} from '../../config/encryption-settings.ts';
import type { OutgoingFetch } from '../../http/outgoing-fetch.ts';
import { createSystemRandomness } from '../service/system-ports.ts';
import { createColumnEncryption } from './create-column-encryption.ts';
import { startReEncryption } from './re-encrypt-secrets.ts';

const [first, second] = ['A'.repeat(43), 'B'.repeat(42).concat('A')];
const withFirst = readEncryptionKeys({ DB_ENCRYPTION_KEY_ID: 'first', DB_ENCRYPTION_KEY: first });
const withSecond = readEncryptionKeys({
  DB_ENCRYPTION_KEY_ID: 'second',
  DB_ENCRYPTION_KEY: second,
  DB_DECRYPTION_KEYS: `first:${first}`,
});
const onlyReading = readEncryptionKeys({ DB_DECRYPTION_KEYS: `first:${first},second:${second}` });

let test: TestDatabase;
const services: Record<'plain' | 'first' | 'second' | 'reading', TestService | undefined> = {
  plain: undefined,
  first: undefined,
  second: undefined,
  reading: undefined,
};
const logged: LogEntry[] = [];
/** What the provider received from us. */
const received: string[] = [];
const provider: OutgoingFetch = async (address, request = {}) => {
  received.push(`${JSON.stringify(request.headers)} ${request.body}`);
  const isToken = new URL(address).pathname === '/token';
  const tokens = {
    access_token: 'the access token',
    refresh_token: 'the refresh token',
    token_type: 'bearer',
  };
  const person = { sub: 'user-1', email: 'user@oauth.example', email_verified: true };
  return { status: 200, headers: new Headers(), text: JSON.stringify(isToken ? tokens : person) };
};

beforeAll(async () => {
  test = await openTestDatabase();
  const keys = { plain: noEncryptionKeys, first: withFirst, second: withSecond, reading: onlyReading };
  for (const name of ['plain', 'first', 'second', 'reading'] as const) {
    services[name] = await test.start(
      factorToml.replace('[auth]', '[auth]\nrefresh_token_algorithm_version = 2'),
      {
        encryptionKeys: keys[name],
        log: (entry) => logged.push(entry),
        ports: { ...withoutLimits.ports, outgoing: provider },
      },
    );
  }
});
afterAll(() => test.close());
beforeEach(() => {
  logged.length = 0;
  received.length = 0;
});

function on(name: keyof typeof services): TestService {
  const service = services[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return service;
}

const keyIdOf = (text: string | null) => (text?.startsWith('{') ? JSON.parse(text).key_id : 'plain');

async function secretOf({ factorId }: App): Promise<string> {
  const [row] = await test.database.sql<{ secret: string }[]>`
    select secret from auth.mfa_factors where id = ${factorId}`;
  return row?.secret ?? '';
}

/** Uses a code that was not used before. */
async function use(service: TestService, owner: Owner, app: App) {
  service.advance(60);
  beginStep(service);
  const id = await challenge(service, owner, app.factorId);
  return verify(service, owner, app.factorId, { challenge_id: id, code: codeOf(service, app) });
}

describe('the secret of an authenticator app', () => {
  it('is stored encrypted, and its codes are accepted', async () => {
    const owner = await signUpOwner(on('first'));
    const app = await enrollApp(on('first'), owner);
    const stored = await secretOf(app);
    expect(JSON.parse(stored)).toMatchObject({ key_id: 'first', alg: 'aes-gcm-hkdf' });
    expect(stored).not.toContain(app.secret);
    const { status, body } = await use(on('first'), owner, app);
    expect(status).toBe(200);
    expect(claimsOf(body.access_token).aal).toBe('aal2');
    expect(await secretOf(app)).toBe(stored);
  });

  it.each([
    ['plain', 'first', 'first'],
    ['first', 'second', 'second'],
    ['first', 'reading', 'plain'],
  ] as const)('that was written %s is re-encrypted when it is used %s', async (before, after, expected) => {
    const owner = await signUpOwner(on(before));
    const app = await enrollApp(on(before), owner);
    expect(keyIdOf(await secretOf(app))).toBe(before);
    // A wrong code changes nothing.
    const id = await challenge(on(after), owner, app.factorId);
    await verify(on(after), owner, app.factorId, { challenge_id: id, code: '000000' });
    expect(keyIdOf(await secretOf(app))).toBe(before);
    const answer = await use(on(after), owner, app);
    expect(answer.status).toBe(200);
    expect(keyIdOf(await secretOf(app))).toBe(expected);
    const raised = { ...owner, token: answer.body.access_token };
    expect((await use(on(after), raised, app)).status).toBe(200);
  });

  it('cannot be used without the key: the error names the setting, and the factor stays', async () => {
    const owner = await signUpOwner(on('first'));
    const app = await enrollApp(on('first'), owner);
    await use(on('first'), owner, app);
    const again = await signInOwner(on('plain'), owner.email);
    const { status, body } = await use(on('plain'), again, app);
    expect([status, body.error_code]).toEqual([500, 'unexpected_failure']);
    expect(JSON.stringify(body)).not.toContain('DB_DECRYPTION_KEYS');
    expect(JSON.stringify(logged)).toContain('DB_DECRYPTION_KEYS');
    expect(JSON.stringify(logged)).toContain('first');
    const { body: user } = await on('plain').call('GET', '/user', { token: again.token });
    expect(user.factors).toMatchObject([{ id: app.factorId, status: 'verified' }]);
    // The session was not raised, no attempt was counted, and the code is accepted once the key is back.
    expect(claimsOf(again.token).aal).toBe('aal1');
    const [tries] = await test.database.sql`
      select tries from porchlight.factor_tries where factor_id = ${app.factorId}`;
    expect(tries?.tries).toBe(0);
    on('first').advance(300);
    expect((await use(on('first'), again, app)).status).toBe(200);
  });

  it('is valid for its own factor only', async () => {
    const [thief, victim] = [await signUpOwner(on('first')), await signUpOwner(on('first'))];
    const [own, theirs] = [await enrollApp(on('first'), thief), await enrollApp(on('first'), victim)];
    await test.database.sql`
      update auth.mfa_factors set secret = ${await secretOf(own)} where id = ${theirs.factorId}`;
    const { status } = await use(on('first'), victim, { ...theirs, secret: own.secret });
    expect(status).toBe(500);
    expect(JSON.stringify(logged)).toContain('belongs to another row');
  });

  const flip = (base64: string) => (base64.startsWith('A') ? 'B' : 'A') + base64.slice(1);
  it.each<[string, (envelope: Record<string, string>) => object]>([
    ['its data', (it) => ({ ...it, data: flip(it.data ?? '') })],
    ['its nonce', (it) => ({ ...it, nonce: flip(it.nonce ?? '') })],
    ['no nonce', ({ nonce: _nonce, ...it }) => it],
    ['an empty nonce', (it) => ({ ...it, nonce: '' })],
    ['nothing but a tag', (it) => ({ ...it, data: 'AAAA' })],
    ['malformed data', (it) => ({ ...it, data: '%' })],
    ['another key', (it) => ({ ...it, key_id: 'second' })],
  ])('is refused with %s changed', async (_what, change) => {
    const owner = await signUpOwner(on('second'));
    const app = await enrollApp(on('first'), owner);
    const changed = JSON.stringify(change(JSON.parse(await secretOf(app))));
    await test.database.sql`update auth.mfa_factors set secret = ${changed} where id = ${app.factorId}`;
    const { status } = await use(on('second'), owner, app);
    expect(status).toBe(500);
    expect(await secretOf(app)).toBe(changed);
  });
});

describe('an envelope', () => {
  const encryption = createColumnEncryption(
    readEncryptionKeys({
      DB_ENCRYPTION_KEY_ID: 'a',
      DB_ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64url'),
    }),
    createSystemRandomness(),
  );
  const row = '6a1d9d3e-58b5-4b2f-9c39-0d7a4f7a1c11';

  it('can be read by other implementations: HKDF of RFC 5869 and AES-256-GCM with the tag at the end', () => {
    const made =
      '{"key_id":"a","alg":"aes-gcm-hkdf","data":"yyrwpvpH29qq4JKUnuvnJVN8PCF14hTTw48R2mKYXoo=","nonce":"ZGVmZ2hpamtsbW5v"}';
    expect(encryption.decrypt(row, made)).toEqual({ text: 'JBSWY3DPEHPK3PXP', renewed: undefined });
  });

  it('differs each time', () => {
    expect(encryption.encrypt(row, 'x')).not.toBe(encryption.encrypt(row, 'x'));
  });

  it.each(['', 'JBSWY3DPEHPK3PXP', '{', '{}', '{"a":1}', 'é'])('is not found in %j', (text) => {
    expect(encryption.decrypt(row, text).text).toBe(text);
  });
});

describe('other stored secrets', () => {
  it('the secret of a provider that an admin added, and the tokens from that provider', async () => {
    const identifier = `custom:${crypto.randomUUID().slice(0, 8)}`;
    const columns = async () => {
      const [row] = await test.database.sql<{ client_secret: string }[]>`
        select client_secret from auth.custom_oauth_providers where identifier = ${identifier}`;
      return row?.client_secret ?? '';
    };
    const admin = { token: test.secrets.serviceRoleKey };
    const body = {
      provider_type: 'oauth2',
      identifier,
      name: 'Company',
      client_id: 'porchlight',
      client_secret: 'the-client-secret',
      authorization_url: 'https://oauth.example/authorize',
      token_url: 'https://oauth.example/token',
      userinfo_url: 'https://oauth.example/me',
    };
    expect((await on('first').post('/admin/custom-providers', body, admin)).status).toBe(201);
    expect(keyIdOf(await columns())).toBe('first');
    const changed = { body: { client_secret: 'the-new-secret' }, ...admin };
    await on('first').call('PUT', `/admin/custom-providers/${identifier}`, changed);
    expect(await columns()).not.toContain('the-new-secret');

    const verifier = 'v'.repeat(50);
    const hash = createHash('sha256').update(verifier).digest('base64url');
    const query = `provider=${identifier}&code_challenge=${hash}&code_challenge_method=s256`;
    const begun = await on('second').call('GET', `/authorize?${query}`);
    expect(keyIdOf(await columns())).toBe('second');
    const cookie = (begun.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    const state = new URL(begun.headers.get('Location') ?? '').searchParams.get('state');
    const back = await on('second').call('GET', `/callback?code=x&state=${state}`, { headers: { cookie } });
    expect(received.join()).toMatch(
      new RegExp(`the-new-secret|${Buffer.from('porchlight:the-new-secret').toString('base64')}`),
    );
    const code = new URL(back.headers.get('Location') ?? '').searchParams.get('code');
    const [flow] = await test.database.sql`
      select provider_access_token, provider_refresh_token from auth.flow_state where auth_code = ${code}`;
    expect(Object.values(flow ?? {}).map(keyIdOf)).toEqual(['second', 'second']);
    const grant = { auth_code: code, code_verifier: verifier };
    const { body: session } = await on('second').post('/token?grant_type=pkce', grant);
    expect(session).toMatchObject({
      provider_token: 'the access token',
      provider_refresh_token: 'the refresh token',
    });
  });

  it('the key of a session’s refresh tokens', async () => {
    const owner = await signUpOwner(on('first'));
    const id = String(claimsOf(owner.token).session_id);
    const stored = async () => {
      const [row] = await test.database.sql<{ key: string }[]>`
        select refresh_token_hmac_key as key from auth.sessions where id = ${id}`;
      return keyIdOf(row?.key ?? null);
    };
    expect(await stored()).toBe('first');
    const refresh = (service: TestService, token: string) =>
      service.post('/token?grant_type=refresh_token', { refresh_token: token });
    const renewed = await refresh(on('second'), owner.refreshToken);
    expect(renewed.status).toBe(200);
    expect(await stored()).toBe('second');
    expect((await refresh(on('first'), renewed.body.refresh_token)).status).toBe(500);
    const app = await enrollApp(on('second'), { ...owner, token: renewed.body.access_token });
    const raised = await use(on('second'), { ...owner, token: renewed.body.access_token }, app);
    expect((await refresh(on('second'), raised.body.refresh_token)).status).toBe(200);
    expect(await stored()).toBe('second');
  });
});

describe('a start with different keys', () => {
  it('re-encrypts all secrets, so that the old key can be removed, and logs what it cannot read', async () => {
    const { sql } = test.database;
    await sql`delete from auth.mfa_factors`;
    await sql`delete from auth.custom_oauth_providers`;
    const apps: App[] = [];
    for (const before of ['plain', 'first', 'second'] as const)
      apps.push(await enrollApp(on(before), await signUpOwner(on(before))));
    const startWith = async (keys: EncryptionKeys) => {
      logged.length = 0;
      const encryption = createColumnEncryption(keys, createSystemRandomness());
      await startReEncryption({ database: test.database, encryption, log: (entry) => logged.push(entry) })
        .done;
      return Promise.all(apps.map(async (app) => keyIdOf(await secretOf(app))));
    };
    const moved = readEncryptionKeys({ DB_ENCRYPTION_KEY_ID: 'first', DB_ENCRYPTION_KEY: first });
    expect(await startWith(moved)).toEqual(['first', 'first', 'second']);
    expect(JSON.stringify(logged)).toContain('DB_DECRYPTION_KEYS');
    expect(await startWith(withSecond)).toEqual(['second', 'second', 'second']);
    expect(logged).toMatchObject([{ level: 'info', count: 2 }]);
    expect(await startWith(withSecond)).toEqual(['second', 'second', 'second']);
    expect(logged).toEqual([]);
    expect(await startWith(noEncryptionKeys)).toEqual(['second', 'second', 'second']);
    expect(logged).toMatchObject([{ level: 'warn', count: 3 }]);
    // For a move to a server that does not have the keys.
    expect(await startWith(onlyReading)).toEqual(['plain', 'plain', 'plain']);
    expect(await Promise.all(apps.map(secretOf))).toEqual(apps.map(({ secret }) => secret));
  });

  it('happens in every backend', async () => {
    const app = await enrollApp(on('plain'), await signUpOwner(on('plain')));
    await test.start('', { encryptionKeys: withFirst, log: () => undefined });
    await expect.poll(async () => keyIdOf(await secretOf(app))).toBe('first');
  });
});
