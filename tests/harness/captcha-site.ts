/**
 * A site with a captcha: site.config.ts and config.toml of a copy of the project name its provider. A stub in the browser
 * replaces the provider's widget, following its documentation, and a server on loopback replaces the endpoint that checks tokens.
 */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { copyProject } from './copy-project.ts';
import { freshEmail } from './fresh-contact.ts';
import { type Person, password } from './sign-in-site.ts';
import { startSiteAndBackend } from './site-and-backend.ts';

export type CaptchaProvider = 'turnstile' | 'hcaptcha';

/** Where the real widgets come from. */
const widgets: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js*',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js*',
};

export interface CaptchaSite {
  url: string;
  /** The tokens that the backend has checked, in order. A token passes when it begins with `passed`. */
  checked: string[];
  createPerson(): Promise<Person>;
  close(): Promise<void>;
}

export async function openCaptchaSite(provider: CaptchaProvider): Promise<CaptchaSite> {
  const checked: string[] = [];
  const checker = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    const token = form.get('response') ?? '';
    checked.push(token);
    response.end(JSON.stringify({ success: form.get('secret') === 'secret' && token.startsWith('passed') }));
  });
  checker.listen(0, '127.0.0.1');
  await once(checker, 'listening');
  const project = await copyProject();
  const config = join(project.root, 'site.config.ts');
  const setting = `signIn: { captcha: { provider: '${provider}', siteKey: 'site-key' },`;
  await writeFile(config, (await readFile(config, 'utf8')).replace('signIn: {', setting));
  // The address of the check is the provider's own and not a setting, so it is replaced before the process starts.
  const detour = join(project.root, 'redirect-fetch.mjs');
  const place = `http://127.0.0.1:${(checker.address() as AddressInfo).port}`;
  await writeFile(
    detour,
    `const original = fetch; globalThis.fetch = (to, init) => original(/siteverify$/.test(String(to)) ? '${place}' : to, init);`,
  );
  const toml = join(project.root, 'captcha.toml');
  const site = await startSiteAndBackend({
    hosted: false,
    root: project.root,
    command: ['--import', detour, 'main.ts'],
    async settings({ siteUrl }) {
      await writeFile(toml, configToml(siteUrl, provider));
      return { SUPABASE_CONFIG: toml };
    },
  });
  const admin = createClient(site.backendUrl, site.secretKey, { auth: { persistSession: false } });
  return {
    url: site.url,
    checked,
    async createPerson() {
      const email = freshEmail();
      const { data, error } = await admin.auth.admin.createUser({ email, password, email_confirm: true });
      if (error) throw error;
      return { id: data.user.id, email, password };
    },
    async close() {
      await site.stop();
      await project.remove();
      checker.closeAllConnections();
      checker.close();
    },
  };
}

function configToml(siteUrl: string, provider: CaptchaProvider): string {
  return `
[auth]
site_url = "${siteUrl}"
[auth.captcha]
enabled = true
provider = "${provider}"
secret = "secret"
[auth.email]
enable_confirmations = false
[auth.sms]
enable_signup = true
[auth.sms.test_otp]
4915112345678 = "123456"
[auth.passkey]
enabled = true
[auth.saml]
enabled = true
`;
}

/** Blocks the widget's script, as a browser extension does. */
export async function blockWidget(page: Page, provider: CaptchaProvider): Promise<void> {
  await page.route(widgets[provider], (route) => route.abort('blockedbyclient'));
}

/**
 * A stub of the widget, as its documentation describes it: `render` into an element, `callback` with a token once the user has passed,
 * `expired-callback` when the token is too old, `reset` to restart. A click on it passes; the tests let it expire.
 */
export async function stubWidget(page: Page, provider: CaptchaProvider): Promise<void> {
  await page.route(widgets[provider], (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `{
        const widgets = new Map();
        let tokens = 0;
        globalThis.letCaptchaExpire = () => { for (const widget of widgets.values()) widget.options['expired-callback'](); };
        const begin = (widget) => { widget.button.textContent = 'I am a person'; };
        globalThis.${provider} = {
          render(container, options) {
            if (options.sitekey !== 'site-key') throw new Error('Another site key: ' + options.sitekey);
            const button = document.createElement('button');
            button.type = 'button';
            const widget = { button, options };
            button.onclick = () => {
              button.textContent = 'Passed';
              tokens += 1;
              options.callback('passed-' + tokens);
            };
            container.append(button);
            begin(widget);
            const id = 'widget-' + widgets.size;
            widgets.set(id, widget);
            return id;
          },
          reset(id) { begin(widgets.get(id)); },
          remove(id) { widgets.get(id).button.remove(); widgets.delete(id); },
        };
      }`,
    }),
  );
}
