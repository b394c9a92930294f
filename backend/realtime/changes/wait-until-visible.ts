import { setTimeout as wait } from 'node:timers/promises';
import type { Connections } from '../../../database/database.ts';

/** A commit that waits for a synchronous standby is streamed, but may stay invisible for long. */
const maxWaitMs = 2000;

/**
 * Waits until new snapshots include these transactions. The server streams a commit when it is on disk, and shows it to others a moment
 * later: asked between, row security would not see the row, and its change would be lost.
 */
export async function waitUntilVisible(
  { sql }: Pick<Connections, 'sql'>,
  transactionIds: Iterable<number | undefined>,
): Promise<void> {
  const ids = [...new Set(transactionIds)].filter((id) => id !== undefined);
  const until = performance.now() + maxWaitMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
    if (row === undefined || ids.every((id) => isVisibleIn(row.snapshot, id))) return;
    if (performance.now() >= until) return;
    await wait(pauseMs, undefined, { ref: false });
  }
}

/** Of a snapshot `xmin:xmax:xip,xip`, which has numbers of 64 bits. */
export function isVisibleIn(snapshot: string, transactionId: number): boolean {
  const [, xmax = '0', running = ''] = snapshot.split(':');
  const lower = (text: string) => Number(BigInt.asUintN(32, BigInt(text)));
  if (running !== '' && running.split(',').some((text) => lower(text) === transactionId)) return false;
  // Numbers start again after 2^32: those less than half of them ahead are newer.
  return ((lower(xmax) - transactionId) | 0) > 0;
}
