import type { GenerateLinkParams } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { password, settings, signedUp } from './test-users.ts';

describeOnEveryServer('invitations and links', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });

  describe('auth.admin.inviteUserByEmail', () => {
    it('creates an account and sends a link that signs in', async () => {
      const email = freshEmail();
      const options = { data: { team: 'a' }, redirectTo: 'http://localhost:3000/welcome' };
      const { data, error } = await open().admin().inviteUserByEmail(email, options);
      expect([error, data.user?.email, data.user?.user_metadata.team]).toEqual([null, email, 'a']);
      expect(data.user?.invited_at).toBeTruthy();
      const { kind, link } = await open().mail(email);
      expect(kind).toBe('invite');
      const target = await open().follow(link);
      expect([target.pathname, new URLSearchParams(target.hash.slice(1)).get('type')]).toEqual([
        '/welcome',
        'invite',
      ]);
    });

    it('does not invite a user who has already joined', async () => {
      const { email } = await signedUp(open());
      const { error } = await open().admin().inviteUserByEmail(email);
      expect([error?.status, error?.code]).toEqual([422, 'email_exists']);
    });
  });

  describe('auth.admin.generateLink', () => {
    it.each<[string, (known: string) => GenerateLinkParams]>([
      ['signup', () => ({ type: 'signup', email: freshEmail(), password })],
      ['invite', () => ({ type: 'invite', email: freshEmail() })],
      ['magiclink', (email) => ({ type: 'magiclink', email })],
      ['recovery', (email) => ({ type: 'recovery', email })],
      ['email_change_new', (email) => ({ type: 'email_change_new', email, newEmail: freshEmail() })],
      ['email_change_current', (email) => ({ type: 'email_change_current', email, newEmail: freshEmail() })],
    ])('type %s gives a link that works, and sends no mail', async (type, order) => {
      const { email } = await signedUp(open());
      const { data, error } = await open().admin().generateLink(order(email));
      expect([error, data.properties?.verification_type]).toEqual([null, type]);
      expect(data.properties?.email_otp).toMatch(/^\d{6}$/);
      const target = await open().follow(data.properties?.action_link ?? '');
      expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTruthy();
      await expect(open().mail(data.user?.email ?? '')).rejects.toThrow('Nothing was sent');
    });

    it('returns a hash that the page itself can verify', async () => {
      const { email } = await signedUp(open());
      const { data } = await open().admin().generateLink({ type: 'recovery', email });
      const token_hash = data.properties?.hashed_token ?? '';
      const verified = await open().client().auth.verifyOtp({ token_hash, type: 'recovery' });
      expect(verified.data.user?.email).toBe(email);
    });
  });
});
