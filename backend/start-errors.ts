import { DatabaseStartError } from '../database/errors.ts';
import { explainFileFault } from '../database/file-faults.ts';
import { SettingsError } from './identity/settings-error.ts';

/** Whether the user at the terminal can fix it. Then its message is printed without a stack. */
export function isStartError(error: unknown): error is DatabaseStartError | SettingsError {
  return error instanceof DatabaseStartError || error instanceof SettingsError;
}

/** Ends a command that could not start. */
export function exitWithError(error: unknown): never {
  console.error(isStartError(error) ? error.message : (explainFileFault(error) ?? error));
  process.exit(1);
}
