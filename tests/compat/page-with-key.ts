/** For tests: a page of the site in a browser whose owner has a security key. */
import { vi } from 'vitest';
import { createAuthenticator } from '../harness/software-authenticator.ts';
import { createCredentials, SoftwareCredential } from '../harness/software-credentials.ts';
import { openPage } from './browser-page.ts';

export function openPageWithKey(origin: string): void {
  Object.assign(openPage(origin), { PublicKeyCredential: SoftwareCredential });
  vi.stubGlobal('PublicKeyCredential', SoftwareCredential);
  vi.stubGlobal('navigator', { credentials: createCredentials(createAuthenticator(origin)) });
}
