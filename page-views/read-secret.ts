import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { readRandomSecret } from '../database/random-secret.ts';

/** What signs page tokens, and what a hosted project lets the site in by: two keys from one secret. */
export interface PageViewKeys {
  tokenKey: string;
  siteKey: string;
}

/** From the setting if there is one; otherwise generated on first start and kept where only the owner of the process can read. */
export async function readPageViewKeys(
  dataFolder: string,
  setting: string | undefined,
): Promise<PageViewKeys> {
  const secret = setting ?? (await readRandomSecret(join(dataFolder, 'page-views.secret')));
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { tokenKey: derive('page tokens'), siteKey: derive('hosted project') };
}
