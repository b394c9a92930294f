import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshGithubId,
  githubToml,
  signInWithGithub,
  testGithub,
} from '../../../tests/harness/auth/test-github.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(`[auth.sms]\nenable_signup = true\n${githubToml}`, {
    ports: { outgoing: testGithub },
    log: () => undefined,
  });
});
afterAll(() => test.close());

const strangers = 'of-the-stranger-1';
const owners = 'of-the-owner-1';

/** A stranger signs up with another person's address, and some time passes. */
async function signUpFirst(): Promise<string> {
  const email = freshEmail();
  await service.post('/signup', { email, password: strangers, data: { is_admin: true } });
  service.advance(61);
  return email;
}

const codeFor = (email: string) => service.lastMail(email).variables.Token;
const verify = (email: string, type: string) =>
  service.post('/verify', { type, email, token: codeFor(email) });
const signIn = async (email: string, password: string) =>
  (await service.post('/token?grant_type=password', { email, password })).status;
const asAdmin = (path: string, body: object) =>
  service.call('POST', path, { token: test.secrets.serviceRoleKey, body });

describe('the first verification of an address', () => {
  it.each([
    ['/otp', 'email'],
    ['/magiclink', 'email'],
    ['/magiclink', 'signup'],
    ['/recover', 'recovery'],
  ])('that %s asked for (%s) leaves nothing of an earlier sign-up', async (path, type) => {
    const email = await signUpFirst();
    const earlier = codeFor(email);
    await service.post(path, { email });
    const { status, body } = await verify(email, type);
    expect(status).toBe(200);
    expect(body.user.user_metadata).toEqual({
      sub: body.user.id,
      email,
      email_verified: true,
      phone_verified: false,
    });
    expect(body.user.identities).toHaveLength(1);
    expect(body.user.identities[0].identity_data).not.toHaveProperty('is_admin');
    expect(await signIn(email, strangers)).toBe(400);
    expect((await service.post('/verify', { type: 'signup', email, token: earlier })).status).toBe(403);
  });

  it('keeps the password of the sign-up that it belongs to', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password: owners, data: { name: 'Ada' } });
    service.advance(61);
    await service.post('/resend', { type: 'signup', email });
    const { body } = await verify(email, 'signup');
    expect(body.user.user_metadata.name).toBe('Ada');
    expect(await signIn(email, owners)).toBe(200);
  });

  it('belongs to the newest sign-up, with its password and its data', async () => {
    const email = await signUpFirst();
    const earlier = codeFor(email);
    await service.post('/signup', { email, password: owners, data: { name: 'Ada' } });
    expect((await service.post('/verify', { type: 'signup', email, token: earlier })).status).toBe(403);
    const { body } = await verify(email, 'signup');
    expect(body.user.user_metadata).toMatchObject({ name: 'Ada', email_verified: true });
    expect(body.user.user_metadata).not.toHaveProperty('is_admin');
    expect([await signIn(email, strangers), await signIn(email, owners)]).toEqual([400, 200]);
  });

  it('of a phone number leaves nothing of an earlier sign-up either', async () => {
    const phone = freshPhone();
    await service.post('/signup', { phone, password: strangers, data: { is_admin: true } });
    service.advance(61);
    await service.post('/otp', { phone });
    const { body } = await service.post('/verify', {
      type: 'sms',
      phone,
      token: service.lastSms(phone).otp,
    });
    expect(body.user).toMatchObject({ phone, app_metadata: { providers: ['phone'] } });
    expect(body.user.user_metadata).not.toHaveProperty('is_admin');
    const answer = await service.post('/token?grant_type=password', { phone, password: strangers });
    expect(answer.status).toBe(400);
  });

  it('removes a provider identity that never verified the address', async () => {
    const email = freshEmail();
    const stranger = { id: freshGithubId(), emails: [{ email, verified: false, primary: true }] };
    await signInWithGithub(service, stranger);
    service.advance(61);
    await service.post('/otp', { email });
    const { body } = await verify(email, 'email');
    expect(body.user.app_metadata.providers).toEqual(['email']);
    const again = await signInWithGithub(service, stranger);
    expect(again.hash).not.toContain('access_token');
    const [identity] = await test.database.sql`
      select from auth.identities where user_id = ${body.user.id} and provider = 'github'`;
    expect(identity).toBeUndefined();
  });
});

describe('an account that an admin created', () => {
  it('keeps what the admin wrote into it', async () => {
    for (const path of ['/otp', '/recover']) {
      const email = freshEmail();
      await asAdmin('/admin/users', { email, password: 'by-the-admin-1', user_metadata: { plan: 'gold' } });
      // The second message as well as the first.
      await service.post(path, { email });
      service.advance(61);
      await service.post(path, { email });
      const { body } = await verify(email, path === '/otp' ? 'email' : 'recovery');
      expect(body.user.user_metadata.plan).toBe('gold');
      expect(await signIn(email, 'by-the-admin-1')).toBe(200);
    }
  });

  it('takes no password from a stranger who signs up with its address', async () => {
    const email = freshEmail();
    await asAdmin('/admin/users', { email, password: 'by-the-admin-1' });
    await service.post('/signup', { email, password: strangers, data: { is_admin: true } });
    const { body } = await verify(email, 'signup');
    expect(body.user.user_metadata).not.toHaveProperty('is_admin');
    expect([await signIn(email, strangers), await signIn(email, 'by-the-admin-1')]).toEqual([400, 200]);
  });
});

describe('an invitation', () => {
  it('leaves nothing of an earlier sign-up', async () => {
    const email = await signUpFirst();
    await asAdmin('/invite', { email, data: { team: 'porch' } });
    const { body } = await verify(email, 'invite');
    expect(body.user.user_metadata).toMatchObject({ team: 'porch' });
    expect(body.user.user_metadata).not.toHaveProperty('is_admin');
    expect(await signIn(email, strangers)).toBe(400);
  });

  it('gets no password from a stranger who signs up afterward', async () => {
    const email = freshEmail();
    await asAdmin('/invite', { email });
    await service.post('/signup', { email, password: strangers });
    await verify(email, 'signup');
    expect(await signIn(email, strangers)).toBe(400);
  });

  it("by an admin's link leaves nothing of an earlier sign-up", async () => {
    const email = await signUpFirst();
    const { body: link } = await asAdmin('/admin/generate_link', { type: 'invite', email });
    const { status } = await service.post('/verify', { type: 'invite', token_hash: link.hashed_token });
    expect(status).toBe(200);
    expect(await signIn(email, strangers)).toBe(400);
  });
});
