import { AdminError } from '../admin-error.ts';
import type { AdminCall } from '../admin-route.ts';
import type { StorageApi } from './storage-api.ts';

export interface Move {
  bucket: string;
  /** Another bucket, or the same. */
  toBucket: string;
  /** Paths of files. */
  from: string;
  to: string;
}

const atOnce = 4;

/** Moves all or none: after a failure, what was moved is moved back. Says so if even that fails. */
export async function moveFiles(storage: StorageApi, call: AdminCall, moves: Move[]): Promise<void> {
  const waiting = [...moves];
  const moved: Move[] = [];
  let fault: unknown;
  async function work(): Promise<void> {
    for (let move = waiting.shift(); move && fault === undefined; move = waiting.shift()) {
      try {
        await moveFile(storage, call, move);
        moved.push(move);
      } catch (error) {
        fault ??= error;
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  if (fault === undefined) return;
  const left = await moveBack(storage, call, moved);
  if (left.length === 0) throw fault;
  const reason = fault instanceof Error ? fault.message : '';
  const [first] = left;
  throw new AdminError(
    500,
    'half-moved',
    `${reason} ${left.length} of ${moves.length} files are at their new place and could not be moved back: ${first?.to}${left.length > 1 ? ' …' : ''}`,
    { left: left.slice(0, 100).map(({ to }) => to) },
  );
}

async function moveBack(storage: StorageApi, call: AdminCall, moved: Move[]): Promise<Move[]> {
  const left: Move[] = [];
  for (const move of moved) {
    const { bucket, toBucket, from, to } = move;
    const back = { bucket: toBucket, toBucket: bucket, from: to, to: from };
    await moveFile(storage, call, back).catch(() => left.push(move));
  }
  return left;
}

function moveFile(storage: StorageApi, call: AdminCall, { bucket, toBucket, from, to }: Move) {
  return storage.json(call, 'POST', '/object/move', {
    body: { bucketId: bucket, sourceKey: from, destinationKey: to, destinationBucket: toBucket },
  });
}
