/** Chromium's own virtual authenticator, and the official client in a page. Both are injected from outside, so that the page's policy stays unchanged. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from '@playwright/test';

export interface VirtualKey {
  countKeys(): Promise<number>;
}

/** An authenticator that stores keys and verifies its user: built into the device, or a USB key. */
export async function addVirtualKey(page: Page, transport: 'internal' | 'usb'): Promise<VirtualKey> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async countKeys() {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}

/** Afterward the page has the global `supabase` of the client's build for script tags. */
export async function loadClient(page: Page): Promise<void> {
  const main = createRequire(import.meta.url).resolve('@supabase/supabase-js');
  await page.evaluate(await readFile(path.join(path.dirname(main), 'umd/supabase.js'), 'utf8'));
}
