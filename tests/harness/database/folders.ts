import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder that the server's user can traverse, and a function to remove it. */
export async function makeFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-test-'));
  await chmod(folder, 0o711);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
