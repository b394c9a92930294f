/** Passkeys and security keys with the official client in a real browser, against the site's backend, inside it or beside it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as Supabase from '@supabase/supabase-js';
import { expect, test } from '../harness/browser-test.ts';
import { type SiteAndBackend, startSiteAndBackend } from '../harness/site-and-backend.ts';
import { addVirtualKey, loadClient } from '../harness/virtual-key.ts';

declare const supabase: typeof Supabase;

const config = (siteUrl: string) => `
[auth]
site_url = "${siteUrl}"
enable_signup = true
[auth.email]
enable_confirmations = false
[auth.passkey]
enabled = true
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = true
`;

// One site for all tests: otherwise each worker starts one.
test.describe.configure({ mode: 'default' });
// Addresses are absolute, so that a worker of the hosted project need not start the shared site as well.
test.use({ baseURL: 'http://localhost' });

let site: SiteAndBackend;
let folder: string;

test.beforeAll(async ({ hosted }) => {
  // Starting two processes takes long on a busy machine.
  test.setTimeout(120_000);
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-config-'));
  const file = path.join(folder, 'config.toml');
  site = await startSiteAndBackend({
    hosted,
    async settings({ siteUrl }) {
      await writeFile(file, config(siteUrl));
      return { SUPABASE_CONFIG: file };
    },
  });
});
test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a user creates a passkey and signs in with nothing else', { tag: '@hosted' }, async ({ page }) => {
  const key = await addVirtualKey(page, 'internal');
  await page.goto(`${site.url}/about`);
  await loadClient(page);
  const made = await page.evaluate(async (backend) => {
    const { auth } = supabase.createClient(backend, 'key', {
      auth: { experimental: { passkey: true } },
    });
    const email = `someone-${crypto.randomUUID()}@example.com`;
    const { data } = await auth.signUp({ email, password: 'long enough 1' });
    const { error } = await auth.registerPasskey();
    await auth.signOut();
    return { id: data.user?.id, problem: error?.message };
  }, site.backendUrl);
  expect(made).toEqual({ id: expect.any(String), problem: undefined });
  expect(await key.countKeys()).toBe(1);

  const back = await page.evaluate(async (backend) => {
    const { auth } = supabase.createClient(backend, 'key', {
      auth: { experimental: { passkey: true } },
    });
    const { data, error } = await auth.signInWithPasskey();
    const { data: listed } = await auth.passkey.list();
    const level = await auth.mfa.getAuthenticatorAssuranceLevel();
    return {
      id: data?.user?.id,
      problem: error?.message,
      used: listed?.map(({ last_used_at }) => typeof last_used_at),
      level: level.data?.currentLevel,
    };
  }, site.backendUrl);
  expect(back).toEqual({ id: made.id, problem: undefined, used: ['string'], level: 'aal1' });
});

test(
  'a user adds a security key as a second factor and is asked for it at the next sign-in',
  { tag: '@hosted' },
  async ({ page }) => {
    const key = await addVirtualKey(page, 'usb');
    await page.goto(`${site.url}/about`);
    await loadClient(page);
    const steps = await page.evaluate(async (backend) => {
      const { auth } = supabase.createClient(backend, 'key');
      const levels: unknown[] = [];
      const note = async () => {
        const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
        levels.push([data?.currentLevel, data?.nextLevel]);
      };
      const person = { email: `someone-${crypto.randomUUID()}@example.com`, password: 'long enough 1' };
      await auth.signUp(person);
      const made = await auth.mfa.webauthn.register({ friendlyName: 'key ring' });
      await note();
      await auth.signOut();
      await auth.signInWithPassword(person);
      await note();
      const factorId = (await auth.mfa.listFactors()).data?.webauthn[0]?.id ?? '';
      const used = await auth.mfa.webauthn.authenticate({ factorId });
      await note();
      return { levels, problems: [made.error?.message, used.error?.message] };
    }, site.backendUrl);
    expect(steps).toEqual({
      levels: [
        ['aal2', 'aal2'],
        ['aal1', 'aal2'],
        ['aal2', 'aal2'],
      ],
      problems: [undefined, undefined],
    });
    expect(await key.countKeys()).toBe(1);
  },
);
