import { DatabaseStartError } from '../../database/errors.ts';
import { explainFileFault } from '../../database/file-faults.ts';
import type { Log } from '../../database/log.ts';
import { type BackupSettings, findBackupFaults, readBackupSettings } from './backup-settings.ts';

/** Runs a command-line program: errors are printed as one sentence, without a stack. */
export async function runCommand(command: (log: Log) => Promise<void>): Promise<void> {
  try {
    await command(({ level, message }) => {
      if (level === 'info') console.log(message);
      else console.error(message);
    });
  } catch (error) {
    console.error(error instanceof DatabaseStartError ? error.message : (explainFileFault(error) ?? error));
    process.exitCode = 1;
  }
}

/** The command-line arguments and the database settings, from the same variables as the site's. */
export function parseCommandLine(args: string[], knownFlags: string[]) {
  const flags = new Set(args.filter((arg) => arg.startsWith('--')));
  for (const flag of flags) {
    if (!knownFlags.includes(flag)) throw new DatabaseStartError(`There is no option ${flag}.`);
  }
  const { DATA_DIR: dataFolder, DATABASE_URL, DIRECT_URL } = process.env;
  // pg_dump needs a session of its own, which a pooler may not give.
  const databaseUrl = DATABASE_URL && (DIRECT_URL || DATABASE_URL);
  return {
    positionals: args.filter((arg) => !arg.startsWith('--')),
    flags,
    settings: { dataFolder: dataFolder || '.data', ...(databaseUrl ? { databaseUrl } : {}) },
    backups: requireBackupSettings(),
    environment: process.env,
  };
}

function requireBackupSettings(): BackupSettings {
  const faults = findBackupFaults(process.env);
  if (faults.length > 0) throw new DatabaseStartError(`${faults.join('. ')}.`);
  return readBackupSettings(process.env);
}
