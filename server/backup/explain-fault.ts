import { DatabaseStartError } from '../../database/errors.ts';
import { explainFileFault } from '../../database/file-faults.ts';

/** The cause, and where we know it the fix, as a sentence. */
export function explainBackupFault(error: unknown): string {
  if (error instanceof DatabaseStartError) return error.message;
  return explainFileFault(error) ?? `${error instanceof Error ? error.message : String(error)}.`;
}
