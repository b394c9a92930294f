import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail, freshPhone } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { enrollApp } from './second-factors.ts';
import { password, settings, signedUp } from './test-users.ts';

describeOnEveryServer('administration of accounts', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });
  const unknownId = crypto.randomUUID();

  describe('auth.admin.createUser', () => {
    it('creates a confirmed account that can sign in', async () => {
      const [email, phone] = [freshEmail(), freshPhone()];
      const { data, error } = await open()
        .admin()
        .createUser({ email, phone, password, email_confirm: true, app_metadata: { team: 'a' } });
      expect([error, data.user?.phone, data.user?.app_metadata.team]).toEqual([null, phone, 'a']);
      expect((await open().client().auth.signInWithPassword({ email, password })).error).toBeNull();
    });

    it('refuses a taken address, and an invalid one', async () => {
      const { email } = await signedUp(open());
      const taken = await open().admin().createUser({ email, password });
      expect([taken.error?.status, taken.error?.code]).toEqual([422, 'email_exists']);
      const bad = await open().admin().createUser({ email: 'not an address', password });
      expect([bad.error?.status, bad.error?.code]).toEqual([400, 'validation_failed']);
    });

    it('is for the service role only', async () => {
      const { client } = await signedUp(open());
      const { error } = await client.auth.admin.createUser({ email: freshEmail(), password });
      expect([error?.status, error?.code]).toEqual([403, 'not_admin']);
    });
  });

  describe('auth.admin.listUsers', () => {
    it('lists a page, and names the next and the last page', async () => {
      for (let made = 0; made < 3; made += 1) await signedUp(open());
      const { data } = await open().admin().listUsers({ page: 1, perPage: 2 });
      if (!('lastPage' in data)) throw new Error('The list has no page links.');
      expect([data.users.length, data.nextPage]).toEqual([2, 2]);
      expect(data.total).toBeGreaterThanOrEqual(3);
      expect(data.lastPage).toBe(Math.ceil(data.total / 2));
      const last = await open().admin().listUsers({ page: data.lastPage, perPage: 2 });
      expect(last.data).toMatchObject({ nextPage: null, users: expect.any(Array) });
    });
  });

  describe('auth.admin.getUserById', () => {
    it('finds an account', async () => {
      const { email, session } = await signedUp(open());
      const { data } = await open().admin().getUserById(session.user.id);
      expect(data.user?.email).toBe(email);
    });

    it('reports that there is none', async () => {
      const { error } = await open().admin().getUserById(unknownId);
      expect([error?.status, error?.code]).toEqual([404, 'user_not_found']);
    });
  });

  describe('auth.admin.updateUserById', () => {
    it('changes address, password and both kinds of metadata at once', async () => {
      const { session } = await signedUp(open());
      const email = freshEmail();
      const { data, error } = await open()
        .admin()
        .updateUserById(session.user.id, {
          email,
          password: 'another one 2',
          user_metadata: { name: 'Ada' },
          app_metadata: { team: 'b' },
        });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({
        email,
        user_metadata: { name: 'Ada' },
        app_metadata: { team: 'b', provider: 'email' },
      });
      const signedIn = await open().client().auth.signInWithPassword({ email, password: 'another one 2' });
      expect(signedIn.error).toBeNull();
    });

    it('bans a user, and lifts the ban', async () => {
      const { client, email, session } = await signedUp(open());
      const ban = (ban_duration: string) => open().admin().updateUserById(session.user.id, { ban_duration });
      const signIn = () => open().client().auth.signInWithPassword({ email, password });
      await ban('24h');
      expect((await client.auth.getUser()).error?.code).toBe('user_banned');
      expect((await signIn()).error?.code).toBe('user_banned');
      await ban('none');
      expect((await signIn()).error).toBeNull();
    });
  });

  describe('auth.admin.deleteUser', () => {
    it('removes an account with its sessions', async () => {
      const { client, session } = await signedUp(open());
      expect((await open().admin().deleteUser(session.user.id)).error).toBeNull();
      expect((await open().admin().getUserById(session.user.id)).error?.status).toBe(404);
      expect((await client.auth.getUser()).error).not.toBeNull();
    });

    it('keeps the row of a soft-deleted user, without the address', async () => {
      const { email, session } = await signedUp(open());
      expect((await open().admin().deleteUser(session.user.id, true)).error).toBeNull();
      const { data } = await open().admin().getUserById(session.user.id);
      expect(data.user?.deleted_at).toBeTruthy();
      expect(JSON.stringify(data.user)).not.toContain(email);
    });
  });

  describe('auth.admin.signOut', () => {
    it('ends the sessions of a token’s owner', async () => {
      const { client, session } = await signedUp(open());
      expect((await open().admin().signOut(session.access_token, 'global')).error).toBeNull();
      expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    });
  });

  describe('auth.admin.mfa.listFactors', () => {
    it('lists the factors of an account', async () => {
      const { client, session } = await signedUp(open());
      const { factorId } = await enrollApp(client);
      const { data } = await open().admin().mfa.listFactors({ userId: session.user.id });
      expect(data?.factors).toMatchObject([{ id: factorId, factor_type: 'totp', status: 'unverified' }]);
    });
  });

  describe('auth.admin.mfa.deleteFactor', () => {
    it('removes the factor of a user who has lost the phone', async () => {
      const { client, session } = await signedUp(open());
      const { factorId } = await enrollApp(client);
      const { mfa } = open().admin();
      const userId = session.user.id;
      const { data, error } = await mfa.deleteFactor({ userId, id: factorId });
      // The client wraps the response twice, unlike its type.
      expect([error, data]).toMatchObject([null, { data: { id: factorId } }]);
      expect((await mfa.listFactors({ userId })).data?.factors).toEqual([]);
    });
  });
});
