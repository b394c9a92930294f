/** A site with an owner, for tests of what visitors see of the owner's runs: a copy of the project with an address in its site.config.ts. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { test as base, expect } from './browser-test.ts';
import { copyProject } from './copy-project.ts';
import type { SignInTarget } from './sign-in-by-api.ts';
import { startSite } from './start-site.ts';

export interface OwnedSite extends SignInTarget {
  /** Confirmed accounts; the first is the owner. */
  owner: Account;
  other: Account;
}

export interface Account {
  email: string;
  password: string;
  /** The official client, signed in. */
  client: SupabaseClient;
}

export const test = base.extend<object, { ownedSite: OwnedSite }>({
  ownedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const opened = await openOwnedSite();
      await use(opened.site);
      await opened.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ ownedSite }, use) => {
    await use(ownedSite.url);
  },
});

export { expect };

const password = 'correct horse battery 9';
const ownerEmail = 'owner@example.com';

async function openOwnedSite(): Promise<{ site: OwnedSite; close(): Promise<void> }> {
  const project = await copyProject();
  const config = path.join(project.root, 'site.config.ts');
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace('owners: []', `owners: ['${ownerEmail}']`));
  const keys = {
    SECRET_KEY: `sb_secret_${crypto.randomUUID().replaceAll('-', '')}`,
    PUBLISHABLE_KEY: `sb_publishable_${crypto.randomUUID().replaceAll('-', '')}`,
  };
  const running = await startSite({ root: project.root, env: { LOG_REQUESTS: 'off', ...keys } });
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const admin = createClient(running.url, keys.SECRET_KEY, options);
  const createAccount = async (email: string): Promise<Account> => {
    const { error } = await admin.auth.admin.createUser({ email, password, email_confirm: true });
    if (error) throw error;
    const client = createClient(running.url, keys.PUBLISHABLE_KEY, options);
    const { error: refused } = await client.auth.signInWithPassword({ email, password });
    if (refused) throw refused;
    return { email, password, client };
  };
  const site = {
    url: running.url,
    backendUrl: running.url,
    publicKey: keys.PUBLISHABLE_KEY,
    owner: await createAccount(ownerEmail),
    other: await createAccount('other@example.com'),
  };
  return {
    site,
    async close() {
      await running.stop();
      await project.remove();
    },
  };
}
