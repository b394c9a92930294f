/** What the client can do and this part does not serve: it is refused in words, and nothing breaks. */
import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../../database/testing/servers.ts';
import { useBackend } from './compat-backend.ts';
import { settings, signedUp } from './people.ts';

const id = crypto.randomUUID();
const credential = { challengeId: id, credential: { id: 'a', rawId: 'a', response: {}, type: 'public-key' } };
const webauthn = { rpId: 'localhost', rpOrigins: ['http://localhost'] };

/** Each method with what it is called with. */
const attempts: [method: string, ...given: unknown[]][] = [
  ['auth.signInWithIdToken', { provider: 'google', token: 'a.b.c' }],
  ['auth.signInWithSSO', { domain: 'example.com' }],
  ['auth.signInWithWeb3', { chain: 'solana', message: 'a', signature: new Uint8Array(64) }],
  ['auth.linkIdentity', { provider: 'google' }],
  ['auth.unlinkIdentity', { identity_id: id }],
  ['auth.signInWithPasskey'],
  ['auth.registerPasskey'],
  ['auth.passkey.startRegistration'],
  ['auth.passkey.verifyRegistration', credential],
  ['auth.passkey.startAuthentication'],
  ['auth.passkey.verifyAuthentication', credential],
  ['auth.passkey.list'],
  ['auth.passkey.update', { passkeyId: id, friendlyName: 'a' }],
  ['auth.passkey.delete', { passkeyId: id }],
  ['auth.mfa.webauthn.enroll', { friendlyName: 'key' }],
  ['auth.mfa.webauthn.challenge', { factorId: id, webauthn }],
  ['auth.mfa.webauthn.verify', { factorId: id, challengeId: id, webauthn: { ...webauthn, type: 'request' } }],
  ['auth.mfa.webauthn.register', { friendlyName: 'key', ...webauthn }],
  ['auth.mfa.webauthn.authenticate', { factorId: id, webauthn }],
  ['auth.mfa.recoveryCodes.getStatus'],
  ['auth.mfa.recoveryCodes.generate'],
  ['auth.mfa.recoveryCodes.verify', { code: 'a' }],
  ['auth.mfa.recoveryCodes.regenerate'],
  ['auth.mfa.recoveryCodes.unenroll'],
  ['auth.oauth.getAuthorizationDetails', id],
  ['auth.oauth.approveAuthorization', id],
  ['auth.oauth.denyAuthorization', id],
  ['auth.oauth.listGrants'],
  ['auth.oauth.revokeGrant', { clientId: id }],
  ['auth.admin.oauth.listClients'],
  ['auth.admin.oauth.createClient', { client_name: 'a', redirect_uris: ['https://example.com'] }],
  ['auth.admin.oauth.getClient', id],
  ['auth.admin.oauth.updateClient', id, { client_name: 'b' }],
  ['auth.admin.oauth.deleteClient', id],
  ['auth.admin.oauth.regenerateClientSecret', id],
  ['auth.admin.customProviders.listProviders'],
  ['auth.admin.customProviders.createProvider', { identifier: 'custom:a', name: 'A' }],
  ['auth.admin.customProviders.getProvider', 'custom:a'],
  ['auth.admin.customProviders.updateProvider', 'custom:a', { name: 'B' }],
  ['auth.admin.customProviders.deleteProvider', 'custom:a'],
  ['auth.admin.passkey.listPasskeys', { userId: id }],
  ['auth.admin.passkey.deletePasskey', { userId: id, passkeyId: id }],
];

describeOnEveryServer('part two', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });
  const experimental = { passkey: true, recoveryCodes: true };

  describe.each(attempts)('%s in part two', (method, ...given) => {
    it('is refused in words', async () => {
      const client = open().client({ experimental });
      await client.auth.setSession((await signedUp(open())).session);
      const [, ...path] = method.split('.');
      const error =
        path[0] === 'admin'
          ? await errorOf(open().admin(), path.slice(1), given)
          : await errorOf(client.auth, path, given);
      expect(error).toBeInstanceOf(Error);
      expect(Reflect.get(Object(error), 'message')).not.toBe('');
      expect(Reflect.get(Object(error), 'status') ?? 400).toBeLessThan(500);
    });
  });

  describe('auth.signInWithOAuth in part two', () => {
    it('leads to an address that says which provider is not enabled', async () => {
      const options = { skipBrowserRedirect: true };
      const { data } = await open().client().auth.signInWithOAuth({ provider: 'google', options });
      const response = await fetch(data.url ?? '');
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error_code: 'validation_failed' },
      ]);
    });
  });
});

/** What a method of the client answers as an error, or throws. */
async function errorOf(start: object, path: string[], given: unknown[]): Promise<unknown> {
  const [name, ...rest] = path;
  const member: unknown = Reflect.get(start, name ?? '');
  if (rest.length > 0) return errorOf(Object(member), rest, given);
  if (typeof member !== 'function') throw new Error(`The client has no method ${name}.`);
  try {
    const answer: unknown = await Reflect.apply(member, start, given);
    return Reflect.get(Object(answer), 'error');
  } catch (error) {
    return error;
  }
}
