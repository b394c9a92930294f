/** Signs in by the auth API, for tests that begin after it, and stores the session in the browser as the site's own client does. */
import type { Page } from '@playwright/test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { writeTokenCookies } from '../../app/session/token-cookies.ts';

/** A site, and the address and key of its backend that its pages use. */
export interface SignInTarget {
  /** Without a slash at the end. */
  url: string;
  backendUrl: string;
  publicKey: string;
}

/**
 * Afterward the browser has the state of one that was signed in by the form, and the page is at an address without scripts. Returns a
 * client of the same user.
 */
export async function signInByApi(
  page: Page,
  site: SignInTarget,
  person: { email: string; password: string },
): Promise<SupabaseClient> {
  await page.goto(`${site.url}/healthz`);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const entries = new Map<string, string>();
  const client = createClient(site.backendUrl, site.publicKey, {
    // The list of sessions names the browser.
    global: { headers: { 'user-agent': userAgent } },
    auth: {
      autoRefreshToken: false,
      storage: {
        getItem: (name) => entries.get(name) ?? null,
        setItem: (name, value) => void entries.set(name, value),
        removeItem: (name) => void entries.delete(name),
      },
    },
  });
  const { data, error } = await client.auth.signInWithPassword({
    email: person.email,
    password: person.password,
  });
  if (error) throw error;
  await page.evaluate(
    ({ entries, cookies }) => {
      for (const [name, value] of entries) localStorage.setItem(name, value);
      // biome-ignore lint/suspicious/noDocumentCookie: as the site writes them.
      for (const cookie of cookies) document.cookie = cookie;
    },
    { entries: [...entries], cookies: writeTokenCookies(data.session, false) },
  );
  return client;
}
