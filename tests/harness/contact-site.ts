/** Playwright's `test` for the form on /about: each worker has a site with an owner, whose stored messages the test reads and removes. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { test as base, expect } from './browser-test.ts';
import { copyProject } from './copy-project.ts';
import { startSiteAndBackend } from './site-and-backend.ts';

export interface ContactSite {
  url: string;
  owner: string;
  /** The messages that are stored, oldest first. */
  messages(): Promise<{ name: string; email: string; message: string }[]>;
  /** As if no visitor had written. */
  forgetAll(): Promise<void>;
  /** The link to the mails that are not sent. */
  mailLink(): string;
}

export const test = base.extend<object, { contactSite: ContactSite }>({
  contactSite: [
    async ({ hosted }, use) => {
      const opened = await openContactSite(hosted);
      await use(opened.site);
      await opened.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ contactSite }, use) => {
    await use(contactSite.url);
  },
});

export { expect };

const owner = 'owner@example.com';

async function openContactSite(hosted: boolean): Promise<{ site: ContactSite; close(): Promise<void> }> {
  const project = await copyProject();
  const config = path.join(project.root, 'site.config.ts');
  await writeFile(config, (await readFile(config, 'utf8')).replace('owners: []', `owners: ['${owner}']`));
  const settings = () => ({ SUPABASE_CONFIG: path.join(project.root, 'supabase', 'config.toml') });
  const running = await startSiteAndBackend({ hosted, root: project.root, settings });
  const admin = createClient(running.backendUrl, running.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const site: ContactSite = {
    url: running.url,
    owner,
    async messages() {
      const { data } = await admin
        .from('contact_messages')
        .select('name, email, message')
        .order('created_at')
        .throwOnError();
      return data;
    },
    async forgetAll() {
      await admin.from('contact_messages').delete().not('id', 'is', null).throwOnError();
    },
    mailLink: () => /http:\/\/\S+\/_mail\?token=[\w-]+/.exec(running.output())?.[0] ?? '',
  };
  return {
    site,
    async close() {
      await running.stop();
      await project.remove();
    },
  };
}
