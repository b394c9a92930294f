import { setPriority } from 'node:os';

/**
 * For a client that shares its core with Postgres. A real client runs on another machine: the work of Postgres must neither delay
 * the client's clock, nor turn even traffic into bursts.
 */
export function raisePriority(): void {
  try {
    setPriority(-10);
  } catch {
    // Not permitted to every user. The delay of the client is printed beside the figures.
  }
}
