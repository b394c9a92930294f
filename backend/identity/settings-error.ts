/** A fault in the settings, the configuration or the keys. The message names it and the fix, for the person who starts the process. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Formats all faults in one sentence: `2 settings need attention: …; …`. */
export function formatFaults(faults: readonly string[]): string {
  const count = faults.length === 1 ? '1 setting needs' : `${faults.length} settings need`;
  return `${count} attention: ${faults.join('; ')}`;
}
