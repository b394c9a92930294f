import { describe, expect, it } from 'vitest';
import { createReadCredential } from './api-keys.ts';
import { mayApplication } from './applications.ts';
import { type Claims, createKeyRing } from './key-ring.ts';
import { createReadCaller, requireDataCaller } from './read-caller.ts';

const issuer = 'https://example.com/auth/v1';
const keyRing = createKeyRing({ jwtSecret: 'a-secret-of-at-least-32-characters!' });
const keys = { publishableKey: 'sb_publishable_a', secretKey: 'sb_secret_b' };
const readCaller = createReadCaller({
  readCredential: createReadCredential(keyRing, keys),
  issuer,
  audience: 'authenticated',
});
const now = 1_800_000_000;
const user = crypto.randomUUID();
const session = crypto.randomUUID();
const tokenOf = (change: Claims = {}) =>
  keyRing.sign({
    iss: issuer,
    aud: 'authenticated',
    role: 'authenticated',
    sub: user,
    session_id: session,
    aal: 'aal1',
    exp: now + 60,
    ...change,
  });
const read = (change?: Claims) => readCaller(tokenOf(change), now);

/** The machine-readable reason. */
function reasonOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return Object(error).reason;
  }
  return 'none';
}

describe('a caller', () => {
  it('is the user of the token, with session, assurance level and application', () => {
    expect(read()).toMatchObject({ role: 'authenticated', user, session, assurance: 'aal1' });
    expect(read().application).toBeUndefined();
    expect(read({ client_id: 'c1', scope: 'email phone' }).application).toEqual({
      id: 'c1',
      scope: 'email phone',
    });
    expect(JSON.parse(read().claimsText)).toMatchObject({ sub: user, role: 'authenticated' });
  });

  it('is only a role with an API key', () => {
    expect(readCaller(keys.secretKey, now)).toMatchObject({ role: 'service_role', user: undefined });
    expect(readCaller(keyRing.sign({ role: 'anon' }), now).role).toBe('anon');
    expect(readCaller(keyRing.sign({}), now).role).toBe('anon');
  });

  it.each([
    ['no-subject', { sub: undefined }],
    ['no-subject', { sub: undefined, role: 'service_role' }],
    ['no-subject', { sub: '' }],
    ['bad-subject', { sub: 'x' }],
    ['bad-session', { session_id: 'x' }],
    ['bad-session', { session_id: { a: 1 } }],
    ['other-issuer', { iss: 'https://other.example' }],
    ['no-expiry', { exp: undefined }],
    ['expired', { exp: now }],
    ['not-yet-valid', { nbf: now + 1000 }],
    ['none', { session_id: '00000000-0000-0000-0000-000000000000' }],
    ['none', { session_id: '' }],
    ['none', {}],
  ])('is refused with the reason %s for %j', (reason, change) => {
    expect(reasonOf(() => read(change))).toBe(reason);
  });

  it('is refused with a reason for a foreign token', () => {
    expect(reasonOf(() => readCaller('sb_secret_c', now))).toBe('unknown-api-key');
    expect(reasonOf(() => readCaller('nonsense', now))).toBe('malformed');
    expect(reasonOf(() => readCaller(`${tokenOf().slice(0, -4)}AAAA`, now))).toBe('wrong-signature');
  });

  it('that was cached is refused after its token has expired', () => {
    const token = tokenOf();
    expect(reasonOf(() => readCaller(token, now))).toBe('none');
    expect(reasonOf(() => readCaller(token, now + 61))).toBe('expired');
  });

  it('of rest or storage has one of the three roles', () => {
    const rest = { service: 'rest', applicationsUseData: true } as const;
    expect(reasonOf(() => requireDataCaller(read({ role: 'postgres' }), rest))).toBe('unknown-role');
    expect(requireDataCaller(read(), rest).role).toBe('authenticated');
    for (const aud of ['other', undefined])
      expect(reasonOf(() => requireDataCaller(read({ aud }), rest))).toBe('other-audience');
    expect(requireDataCaller(read({ aud: ['authenticated', 'other'] }), rest).user).toBe(user);
  });

  it.each(['rest', 'storage'] as const)('of %s is no application unless the owner allows it', (service) => {
    const application = read({ client_id: 'c1', scope: 'email' });
    expect(reasonOf(() => requireDataCaller(application, { service, applicationsUseData: false }))).toBe(
      'application',
    );
    expect(requireDataCaller(application, { service, applicationsUseData: true }).user).toBe(user);
  });
});

describe('an application', () => {
  const may = (method: string, address: string) => {
    const { pathname: path, searchParams: query } = new URL(address, 'http://auth.test');
    return mayApplication({ service: 'auth', method, path, query });
  };

  it('reads the user and ends its own session, and may call nothing else of the auth service', () => {
    expect(may('GET', '/user')).toBe(true);
    expect(may('GET', '/oauth/userinfo')).toBe(true);
    expect(may('POST', '/logout?scope=local')).toBe(true);
    for (const scope of ['', '?scope=others', '?scope=global', '?scope=LOCAL', '?scope=global&scope=local'])
      expect(may('POST', `/logout${scope}`)).toBe(false);
    expect(may('PUT', '/user')).toBe(false);
    expect(may('GET', '/a-route-that-is-added-later')).toBe(false);
  });
});
