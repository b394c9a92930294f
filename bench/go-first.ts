import { setPriority } from 'node:os';

/**
 * For a client that shares its core with Postgres. A reader's machine is not the server's: that Postgres has work to do must neither hold
 * up the one who holds the clock, nor make even traffic come in blows.
 */
export function goFirst(): void {
  try {
    setPriority(-10);
  } catch {
    // Not everybody may do that. What it costs is told beside the figures.
  }
}
