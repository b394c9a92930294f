import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { readRandomSecret } from '../database/random-secret.ts';

/** The key that signs page tokens, and the key of a hosted project: both are derived from one secret. */
export interface PageViewKeys {
  tokenKey: string;
  siteKey: string;
}

/** From the setting if there is one; otherwise generated on first start and stored where only the owner of the process can read. */
export async function readPageViewKeys(
  dataFolder: string,
  setting: string | undefined,
): Promise<PageViewKeys> {
  const secret = setting ?? (await readRandomSecret(join(dataFolder, 'page-views.secret')));
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { tokenKey: derive('page tokens'), siteKey: derive('hosted project') };
}
