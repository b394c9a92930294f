import { useState } from 'react';
import type { SiteClient } from '../../session/site-client.ts';
import { deleteRuns, restoreRuns } from '../data/own-runs.ts';
import { publish, unpublish } from '../data/publication.ts';
import { toMessage } from '../data/running-fault.ts';
import { formatRunCount } from '../overview/format.ts';

export interface RunActions {
  /** The pending or last action. */
  status: string | undefined;
  fault: string | undefined;
  isBusy: boolean;
  /** Deleted just now; they can be restored. */
  deleted: readonly string[];
  publish(ids: readonly string[]): Promise<void>;
  unpublish(ids: readonly string[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  restore(): Promise<void>;
}

/** The owner's actions on several runs. `onDone` is called when the list has changed. */
export function useRunActions(client: SiteClient | undefined, onDone: () => void): RunActions {
  const [status, setStatus] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [deleted, setDeleted] = useState<readonly string[]>([]);

  async function act(doing: string, work: (client: SiteClient) => Promise<string>): Promise<void> {
    if (!client || isBusy) return;
    setBusy(true);
    setFault(undefined);
    setStatus(doing);
    try {
      setStatus(await work(client));
      onDone();
    } catch (error) {
      setStatus(undefined);
      setFault(toMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    status,
    fault,
    isBusy,
    deleted,
    publish: (ids) =>
      act('Making public …', async (given) => {
        const { published, refused } = await publish(given, ids, (done, total) =>
          setStatus(`Making public: ${done} of ${total}`),
        );
        if (refused.length > 0)
          setFault(
            `${formatRunCount(refused.length)} stayed private: ${[...new Set(refused.map(({ reason }) => reason))].join(' ')}`,
          );
        return `${formatRunCount(published.length)} ${published.length === 1 ? 'is' : 'are'} public now.`;
      }),
    unpublish: (ids) =>
      act('Making private …', async (given) => {
        await unpublish(given, ids);
        return `${formatRunCount(ids.length)} ${ids.length === 1 ? 'is' : 'are'} private now.`;
      }),
    remove: (ids) =>
      act('Deleting …', async (given) => {
        await deleteRuns(given, ids);
        setDeleted(ids);
        return `${formatRunCount(ids.length)} deleted.`;
      }),
    restore: () =>
      act('Restoring …', async (given) => {
        await restoreRuns(given, deleted);
        setDeleted([]);
        return `${formatRunCount(deleted.length)} restored.`;
      }),
  };
}
