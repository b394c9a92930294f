import type { Database } from '../../../database/database.ts';
import { openCopiedDatabase } from '../database/shared-server.ts';

/** For tests: an empty database of its own, which is dropped on close. */
export function openTestDatabase(): Promise<Database> {
  return openCopiedDatabase({ log: () => {} });
}
