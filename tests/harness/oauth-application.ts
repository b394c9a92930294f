/** For browser tests: a site that signs users in to other applications, one such application, and a user with an account. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { type Addresses, type SiteAndBackend, startSiteAndBackend } from './site-and-backend.ts';

const settings = ({ siteUrl }: Addresses) => `
[auth]
site_url = "${siteUrl}"
signing_keys_path = "./keys.json"
[auth.email]
enable_confirmations = false
[auth.oauth_server]
enabled = true
allow_dynamic_registration = true
`;

export async function startSiteForApplications(hosted = false): Promise<SiteAndBackend> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-applications-'));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' };
  await writeFile(path.join(folder, 'keys.json'), JSON.stringify([key]));
  const config = path.join(folder, 'config.toml');
  const site = await startSiteAndBackend({
    hosted,
    async settings(addresses) {
      await writeFile(config, settings(addresses));
      return { SUPABASE_CONFIG: config };
    },
  });
  const stop = async () => {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...site, stop };
}

const headers = { 'Content-Type': 'application/json' };

async function post(url: string, body: unknown) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

export interface Application {
  /** Where a click on "Sign in with …" leads. */
  link(scope: string): string;
}

export const callback = 'https://planner.example/callback';

export async function registerPlanner(
  site: SiteAndBackend,
  name = 'Garden Planner',
  redirectUri = callback,
): Promise<Application> {
  const register = `${site.backendUrl}/auth/v1/oauth/clients/register`;
  const { client_id } = await post(register, { client_name: name, redirect_uris: [redirectUri] });
  return {
    link(scope) {
      const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
      const query = new URLSearchParams({
        client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state: 'mine',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      return `${site.backendUrl}/auth/v1/oauth/authorize?${query}`;
    },
  };
}

/** A user with an account. `enter` signs them in as the site's session does: by its cookie and in the client's own storage. */
export async function signUpVisitor(site: SiteAndBackend) {
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const session = await post(`${site.backendUrl}/auth/v1/signup`, { email, password: 'long enough' });
  const enter = async (context: BrowserContext) => {
    await context.addCookies([{ name: 'sb-access-token', value: session.access_token, url: site.url }]);
    // The client's storage key contains the first label of the backend's host.
    const place = `sb-${new URL(site.backendUrl).hostname.split('.')[0]}-auth-token`;
    await context.addInitScript(([name, kept]) => localStorage.setItem(name, kept), [
      place,
      JSON.stringify(session),
    ] as const);
  };
  return { email, enter };
}
